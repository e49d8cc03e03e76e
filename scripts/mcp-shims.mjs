// Stands in `dist/mcp.cjs` where the protocol's library brings a validator of JSON Schema with it, which is a third of its code. Only its
// `elicitInput` and `fromJsonSchema` need one; the tools check by their own schemas (src/surfaces/mcp/schema.ts).
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('There is no validator of JSON Schema: scripts/mcp-shims.mjs');
  }
}
