/**
 * How the tools name what failed. Each row finds one form in one line; the rows stand in the order of what they tell:
 * a test's own name before its file, its file before a count. `name` says which groups make the name. With `m` a whole output
 * can be asked whether one of its lines may have the form.
 */
export interface FailureForm {
  readonly line: RegExp;
  readonly name: (groups: readonly string[]) => string;
}

const first = (groups: readonly string[]) => groups[0]!;
const place = ([file, line, what]: readonly string[]) => `${file}:${line} ${what}`;

export const TEST_FAILURES: readonly FailureForm[] = [
  // vitest
  { line: /^\s*FAIL\s+(?:\|[^|]{1,60}\|\s+)?(\S+\.\w{1,6} > .+)$/m, name: first },
  // pytest
  { line: /^(?:FAILED|ERROR) (\S+::\S.*?)(?: - .*)?$/m, name: first },
  { line: /^(\S+\.py::\S+) (?:FAILED|ERROR)\b/m, name: first },
  // unittest, of before and since 3.11
  {
    line: /^(?:FAIL|ERROR): (\w+) \((\S+)\)$/m,
    name: ([test, where]) => (where!.endsWith(`.${test}`) ? where! : `${where}.${test}`),
  },
  // playwright
  { line: /^\s+\d{1,4}\) ((?:\[[^\]]{1,40}\] › )?\S+:\d+:\d+ › .+?)(?:\s─+)?$/m, name: first },
  // jest
  { line: /^\s*● (?!Console|Test suite failed to run|Validation|Deprecation)(.+)$/m, name: first },
  // go
  { line: /^\s*--- FAIL: (\S+)/m, name: first },
  // cargo test, cargo nextest, deno
  { line: /^test (\S.*?) \.\.\. FAILED$/m, name: first },
  { line: /^\s+FAIL \[\s*[\d.]+s\] (?:\([^)]{1,20}\) )?(\S+ \S+)$/m, name: first },
  { line: /^(\S.*?) \.\.\. FAILED(?: \(.*\))?$/m, name: first },
  // bun
  { line: /^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/m, name: first },
  // surefire: the summary, then the log
  { line: /^\[ERROR\]\s+([\w.$]+Tests?\.\w+|[\w.$]+(?:Test|IT|Spec)\.\w+):\d+/m, name: first },
  {
    line: /^\[ERROR\]\s+(?:Tests\.)?([\w.$]+\.\w+|\w+\([\w.$]+\)) (?:--|—)? ?\s*Time elapsed: .{1,40}<<< (?:FAILURE|ERROR)!/m,
    name: first,
  },
  // gradle
  { line: /^(\S.{0,200} > .{1,200}) FAILED$/m, name: first },
  // dotnet
  { line: /^\s*Failed (\S+(?:\(.*\))?) \[\d.{0,20}\]$/m, name: first },
  { line: /^\s*(?:\[xUnit\.net .{1,20}\]\s+)?(\S+(?:\(.*\))?) \[FAIL\]$/m, name: first },
  // rspec, minitest, rails
  { line: /^rspec \S+ # (.+)$/m, name: first },
  { line: /^(?:\s*\d{1,4}\) (?:Failure|Error):\s*)?(\w+(?:::\w+)*#test_\w+)/m, name: first },
  // phpunit, pest
  { line: /^\d{1,4}\) ([\w\\]+::\w+(?: with data set .{1,80})?)/m, name: first },
  { line: /^\s+FAILED\s{2,}(\S.* > .+?)(?:\s{2,}.*)?$/m, name: first },
  // XCTest, swift-testing
  { line: /^Test Case '-?\[?([^'\]]{1,200})\]?' failed/m, name: first },
  { line: /^[✘✗] Test (.{1,200}?) (?:failed|recorded an issue)/m, name: first },
  // gtest, ctest
  { line: /^\[ {2}FAILED {2}\] ([\w/]+\.[\w/]+)/m, name: first },
  { line: /^\s+\d{1,5} - (\S+) \((?:Failed|Timeout|SEGFAULT|Subprocess aborted|Not Run)\)$/im, name: first },
  // TAP and bats
  { line: /^\s*not ok \d{1,5}(?: -)? (.+?)(?: # .*)?$/m, name: first },
  // trees of node --test, vitest, mocha, jest, bats
  {
    line: /^\s*[✖✗×✕⨯]\s+(?!\d+ problems?\b|failing tests:?$|Build failed)(.+?)(?:\s+\(?[\d.]+ ?m?s\)?)?(?:\s+\d+ms)?$/m,
    name: first,
  },
  { line: /^\s+1\) (.{1,200}?):?$/m, name: first },
  // only the file is known
  { line: /^\s*FAIL\s+(?:\|[^|]{1,60}\|\s+)?(\S+\.\w{1,6})(?:\s.*)?$/m, name: first },
  { line: /^FAIL\s+(\S+)(?:\s+[\d.]+s| \[build failed\])$/m, name: first },
];

export const CODE_FAILURES: readonly FailureForm[] = [
  // tsc, C#
  { line: /^(\S[^\n(]{0,200})\((\d+),\d+\): error ((?:TS|CS|FS|MSB)\w{2,8}):/m, name: place },
  { line: /^(\S[^\n:]{0,200}):(\d+):\d+ - error (TS\d{2,6}):/m, name: place },
  // mypy, pyright
  { line: /^(\S[^\n:]{0,200}):(\d+): error: .*\[([\w-]{1,60})\]$/m, name: place },
  { line: /^\s+(\S[^\n:]{0,200}):(\d+):\d+ - error: .*\((report\w{1,60})\)$/m, name: place },
  // rustc, clippy
  { line: /^(error\[E\d{4}\]: .{1,160})$/m, name: first },
  // gcc, clang, swiftc, javac, kotlinc, maven
  {
    line: /^(?:e: (?:file:\/\/)?)?(\S[^\n:]{0,200}):(\d+)(?::\d+)?:? (?:fatal )?error: (.{1,120})/m,
    name: place,
  },
  { line: /^e: (?:file:\/\/)?(\S[^\n:]{0,200}):(\d+):\d+ (.{1,120})$/m, name: place },
  { line: /^\[ERROR\] (\S[^\n:]{0,200}\.(?:java|kt|scala)):\[(\d+),\d+\] (.{1,120})$/m, name: place },
  // biome, ruff, flake8, pylint, rubocop, phpcs in one line each
  {
    line: /^(\S[^\n:]{0,200}):(\d+):\d+ (lint\/[\w/]{1,80}|parse|format|assist\/[\w/]{1,80})(?:\s|$)/m,
    name: place,
  },
  { line: /^(\S[^\n:]{0,200}):(\d+):\d+: ([A-Z]{1,4}\d{2,5})\b/m, name: place },
  {
    line: /^(\S[^\n:]{0,200}):(\d+):\d+: [CWEFRI]: (?:\[\w{1,20}\] )?([A-Z]\w{1,30}\/\w{1,60}):/m,
    name: place,
  },
  // shellcheck, sqlfluff
  { line: /^In (\S{1,200}) line (\d+):()$/m, name: ([file, line]) => `${file}:${line}` },
  { line: /^.{0,40}\b(SC\d{4})\b/m, name: first },
  { line: /^L:\s+(\d+) \| P:\s+\d+ \| (\w{2,10}) \|/m, name: ([line, rule]) => `${rule} line ${line}` },
  // go build, vet and golangci-lint say neither "error" nor a code
  { line: /^(?:vet: )?(\S{1,200}\.go):(\d+):\d+: (.{1,120})$/m, name: place },
  // bundlers
  { line: /^(?:✘|X|✗) \[ERROR\] (.{1,160})$/m, name: first },
  { line: /^ERROR in (.{1,160})$/m, name: first },
  { line: /^\[(?:vite|rollup|rolldown)[^\]]{0,30}\][: ]+(.{1,160})$/m, name: first },
  // make, php, cargo without a code, prettier
  { line: /^(?:PHP )?(?:Parse|Fatal) error: {1,2}(.{1,160})$/m, name: first },
  { line: /^(?:CMake Error at |ld: |undefined reference to )(.{1,160})$/m, name: first },
  {
    line: /^(error: (?!could not compile|aborting|test failed|process didn't|script ").{1,160})$/m,
    name: first,
  },
  { line: /^\[(?:warn|error)\] (\S+\.\w{1,6})$/m, name: first },
  { line: /^g?make(?:\[\d\])?: \*\*\* \[(?:\S{1,100}: )?(\S{1,100})\] Error \d+/m, name: first },
];

/** eslint writes the file once and its problems below: neither line alone names the place. */
export function eslintFailure(lines: readonly string[]): string | null {
  let file: string | null = null;
  for (const line of lines) {
    const problem = /^\s+(\d+):\d+\s+error\s+\S.*?\s{2,}(\S{1,80})$/.exec(line);
    if (problem && file !== null) return `${file}:${problem[1]} ${problem[2]}`;
    if (/^\S{1,240}\.\w{1,6}$/.test(line)) file = line;
  }
  return null;
}
