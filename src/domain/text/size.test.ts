import { expect, test } from 'vitest';
import { size } from './size.ts';

test.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_024, '1 KB'],
  [376_832, '368 KB'],
  [1_048_575, '1.0 MB'],
  [13_002_342, '12.4 MB'],
  [1_073_741_823, '1.0 GB'],
  [69_224_896_102, '64.5 GB'],
  [5 * 1024 ** 5, '5120.0 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(size(bytes)).toBe(text);
});
