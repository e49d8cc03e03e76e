// npm run conformance [inspector|suite …] [--verbose]
// The MCP Inspector against `cortex mcp`, and the official conformance suite against `cortex mcp --http`. Fails if anything is not as it should be. The first run installs the tools.
import { join } from 'node:path';
import { inspect } from './inspector.mjs';
import { CORTEX, makePlace, ROOT, serve } from './place.mjs';
import { judge, RUNS, readExpected, runSuite } from './suite.mjs';

const EXPECTED = join(ROOT, 'test', 'conformance', 'expected-failures.yml');
const asked = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
const isVerbose = process.argv.includes('--verbose');
const isAsked = (name) => asked.length === 0 || asked.includes(name);

const wrong = [];
const sum = (scenarios, what) => scenarios.reduce((n, scenario) => n + scenario[what].length, 0);

async function conform() {
  console.log('\nConformance suite, cortex mcp --http');
  const expected = readExpected(EXPECTED);
  const all = [];
  for (const run of RUNS) {
    const place = makePlace();
    try {
      const server = await serve([CORTEX, 'mcp', '--http'], place);
      const scenarios = await runSuite(run, server.url, place, run.title);
      const code = await server.close();
      if (code !== 0) wrong.push(`${run.title}: the server ended with ${code}`);
      all.push(...scenarios);
      const whole = scenarios.filter(({ failed }) => failed.length === 0);
      console.log(
        `  ${run.title.padEnd(28)} ${whole.length} of ${scenarios.length} scenarios, ` +
          `${sum(scenarios, 'passed')} checks passed, ${sum(scenarios, 'failed')} failed, ${sum(scenarios, 'warned')} warnings`,
      );
      if (isVerbose)
        for (const { name: scenario, failed, warned } of scenarios)
          for (const { id, status, errorMessage } of [...failed, ...warned])
            console.log(`    ${status} ${scenario}:${id} ${errorMessage ?? ''}`);
    } finally {
      place.dispose();
    }
  }
  const { unexpected, stale } = judge(all, expected);
  console.log(
    `  expected to fail: ${expected.length}, each with its reason in ${EXPECTED.slice(ROOT.length + 1)}`,
  );
  for (const { check, why } of unexpected) wrong.push(`${check} failed: ${why ?? ''}`);
  for (const line of stale)
    wrong.push(`${line} is expected to fail and does not: take it off the list`);
}

if (isAsked('inspector')) wrong.push(...(await inspect(makePlace(), isVerbose)));
if (isAsked('suite')) await conform();

for (const line of wrong) console.log(`WRONG ${line}`);
console.log(
  wrong.length === 0 ? '\nAll as it should be.' : `\n${wrong.length} not as they should be.`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
