import { describe, expect, it } from 'vitest';
import { redactText } from './redact.ts';

const yaml = (kind: string) =>
  `apiVersion: v1\ndata:\n  user: YWRtaW4xMjM=\n  cert.pem: "TUlJRXZRSUJBREFO"\nkind: ${kind}\nmetadata:\n  name: db\n`;

describe('the data of a Kubernetes secret', () => {
  it('loses all values and keeps their names', () => {
    expect(redactText(yaml('Secret'))).toBe(
      'apiVersion: v1\ndata:\n  user: [REDACTED]\n  cert.pem: "[REDACTED]"\nkind: Secret\nmetadata:\n  name: db\n',
    );
    expect(
      redactText('{"kind": "Secret", "data": {"user": "YWRtaW4xMjM=", "x": "TUlJRXZRSUJBREFO"}}'),
    ).toBe('{"kind": "Secret", "data": {"user": "[REDACTED]", "x": "[REDACTED]"}}');
  });

  it('ends where the block ends', () => {
    const text = 'kind: Secret\ndata:\n  user: YWRtaW4xMjM=\n  \ntype: Opaque-and-more\n';
    expect(redactText(text)).toBe(
      'kind: Secret\ndata:\n  user: [REDACTED]\n  \ntype: Opaque-and-more\n',
    );
  });

  it('leaves the data of other kinds and other documents', () => {
    for (const kind of ['ConfigMap', 'SecretStore'])
      expect(redactText(yaml(kind))).toBe(yaml(kind));
    const two = `kind: Secret\n---\n${yaml('ConfigMap')}`;
    expect(redactText(two)).toBe(two);
  });
});
