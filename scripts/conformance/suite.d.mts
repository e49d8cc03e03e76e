export function readExpected(path: string): { readonly name: string; readonly reason: string }[];
export function judge(
  scenarios: readonly { name: string; failed: readonly { id: string; errorMessage?: string }[] }[],
  expected: readonly { name: string; reason: string }[],
): { readonly unexpected: readonly { check: string }[]; readonly stale: readonly string[] };
