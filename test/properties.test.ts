import fc from 'fast-check';
import { expect, it } from 'vitest';

const isSmall = (value: number) => {
  expect(value).toBeLessThan(7);
};

it("a property that fails names its seed (and the command), also in one's own words", async () => {
  const seed = Number(process.env['CORTEX_SEED'] ?? -42);
  const again = `CORTEX_SEED=${seed} npx vitest run test/properties.test.ts -t 'a property that fails names its seed \\(and the command\\), also in one.s own words'`;
  const found = (message: string) => {
    expect(message).toContain(`seed: ${seed}, path: "`);
    expect(message).toMatch(/Counterexample: \[\d+\]/);
    expect(message.endsWith(`Run it again: ${again}`)).toBe(true);
  };
  const thrown = (() => {
    try {
      fc.assert(fc.property(fc.nat(), isSmall), { seed });
    } catch (error) {
      return error as Error;
    }
    return null;
  })();
  found(thrown!.message);
  const rejected = await fc
    .assert(
      fc.asyncProperty(fc.nat(), async (value) => isSmall(value)),
      { seed },
    )
    .catch((error: Error) => error);
  found((rejected as Error).message);
});
