import { type MemorySpan, otlpLine } from '../domain/evidence/memory-span.ts';
import { redactText } from '../domain/redact/redact.ts';
import { uuid } from './ids.ts';
import { appendLine } from './log.ts';

export interface SpanFile {
  /** The folder of the log: what is forgotten is taken out of every file in it. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly withContent: boolean;
  readonly strict: boolean;
}

/** Appends a span to the file of this machine. Nothing is sent anywhere. */
export function writeSpan({ folder, maxBytes, withContent, strict }: SpanFile, span: MemorySpan): void {
  const clean = (text: string) => redactText(text, { strict });
  const safe: MemorySpan = withContent
    ? {
        ...span,
        query: span.query === null ? null : clean(span.query),
        records: span.records.map((one) =>
          typeof one.content === 'string' ? { ...one, content: clean(one.content) } : one,
        ),
      }
    : span;
  const ids = { trace: uuid().replaceAll('-', ''), span: uuid().replaceAll('-', '').slice(16) };
  const files = { current: 'telemetry.jsonl', previous: 'telemetry.1.jsonl', lock: 'telemetry.rotating' };
  appendLine(folder, `${otlpLine(safe, ids, withContent)}\n`, { ...files, rotateAt: maxBytes });
}
