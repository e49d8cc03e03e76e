/** The one global that the domain takes from outside the language: every place that runs it has it. Layers below Node are compiled with it. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
  encodeInto(text: string, bytes: Uint8Array): { readonly read: number; readonly written: number };
}
