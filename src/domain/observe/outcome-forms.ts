/** How tools say that they failed or passed, and how they name what failed. With `m` a whole output can be asked first. */

/** Lines in which a tool says how it ended. A line of failure outweighs any number of successes. */
export const SAYS_FAILED: readonly RegExp[] = [
  /^\s*Tests?:?\s+(?:.{0,60}\b)?[1-9]\d* failed\b/im, // jest, vitest
  /^\s*Test (?:Files|Suites:)\s+[1-9]\d* failed\b/m,
  /^=+ .{0,80}\b[1-9]\d* (?:failed|errors?)\b.{0,80} =+$/m, // pytest
  /^[1-9]\d* failed\b.{0,80} in [\d.]+s/m,
  /^FAILED \((?:failures|errors|unexpected successes)=/m, // unittest
  /^(?:FAIL|--- FAIL:)(?:\s|$)/m, // go
  /^test result: FAILED\./m, // cargo
  /^\s*[1-9]\d* failing$/m, // mocha
  /^(?:#|ℹ) (?:fail|cancelled) [1-9]/m, // node --test
  /^\s*[1-9]\d* fail$/m, // bun
  /^\s*[1-9]\d* failed$/m, // playwright
  /^FAILED \| \d+ passed/m, // deno
  /^(?:\[(?:INFO|ERROR)\] )?BUILD FAIL(?:URE|ED)\b/m, // maven, gradle, ant
  /^FAILURE: Build failed/m,
  /^\[ERROR\] Tests run: \d+, (?:Failures: [1-9]|Failures: 0, Errors: [1-9])/m,
  /^Failed!\s+- Failed:\s+[1-9]/m, // dotnet
  /^Build FAILED\.$/m,
  /^\s*[1-9]\d* Error\(s\)$/m,
  /\b\d+ examples?, [1-9]\d* failures?\b/m, // rspec
  /\b\d+ runs, \d+ assertions, (?:[1-9]\d* failures|0 failures, [1-9])/m, // minitest
  /^(?:FAILURES|ERRORS)!$/m, // phpunit
  /^\s*Tests:\s+[1-9]\d* failed/m, // pest
  /^\*\* (?:BUILD|TEST|ARCHIVE) FAILED \*\*/m, // xcodebuild
  /\bExecuted \d+ tests?, with [1-9]\d* failures?\b/m, // XCTest
  /^[✘✗] Test run with \d+ tests? .{0,60}failed/m, // swift-testing
  /^\d+% tests passed, [1-9]\d* tests? failed out of/m, // ctest
  /^\[ {2}FAILED {2}\]/m, // gtest
  /^\d+ tests?, [1-9]\d* failures?\b/m, // bats
  /^npm (?:ERR!|error) /m,
  /^(?: ?ELIFECYCLE| ERR_PNPM)/m,
  /^error Command failed with exit code [1-9]/m, // yarn
  /^error: script "\S{1,60}" exited with code [1-9]/m, // bun run
  /\berror TS\d{2,6}: /m,
  /^Found [1-9]\d* (?:errors?|diagnostics)\b/m, // tsc, ruff, mypy
  /^Found [1-9]\d* errors? in [1-9]/m,
  /^✖ [1-9]\d* problems? \([1-9]\d* errors?/m, // eslint
  /^\[warn\] Code style issues found/m, // prettier
  /^[1-9]\d* errors?, \d+ warnings?/m, // pyright
  /^error: could not compile/m, // cargo
  /^error(?:\[E\d{4}\])?: aborting due to/m,
  /^[1-9]\d* issues[:.]/m, // golangci-lint
  /\binspected, [1-9]\d* offenses? detected/m, // rubocop
  /^ \[ERROR\] Found [1-9]\d* errors?/m, // phpstan
  /^\S[^\n:]{0,200}:\d+(?::\d+)?:? (?:fatal )?error: /m, // compilers
  /^\S[^\n(]{0,200}\(\d+,\d+\): error \w{2,10}: /m,
  /^g?make(?:\[\d\])?: \*\*\* /m,
  /^(?:ninja: build stopped|CMake Error|All Finished!.{0,20}[1-9]\d* fail)/m,
  /^(?:error during build:|Build failed with [1-9]|.{0,20}Failed to compile)/im,
  /^would reformat |^\d+ files? would be reformatted/m, // black, ruff format
  /^==== .{0,80} FAIL ====$/m, // sqlfluff
  /^== \[.{1,200}\] FAIL$/m,
  /^(?:\S{1,60}: ){0,2}(?:line \d{1,6}: )?\S{1,60}: (?:command )?not found$/m,
];

export const SAYS_PASSED: readonly RegExp[] = [
  /^\s*Test Files\s+\d+ passed\b/m,
  /^\s*Tests:?\s+.{0,60}\b[1-9]\d* passed\b/m,
  /^=+ .{0,80}\b[1-9]\d* passed\b.{0,80} =+$/m,
  /^[1-9]\d* passed\b.{0,80} in [\d.]+s/m,
  /^OK(?: \(.{1,80}\))?$/m, // unittest, phpunit
  /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))/m, // go
  /^test result: ok\./m,
  /^\s*[1-9]\d* passing\b/m,
  /^(?:#|ℹ) fail 0$/m,
  /^\s*[1-9]\d* pass$/m,
  /^\s*[1-9]\d* passed(?: \(.{1,20}\))?$/m,
  /^ok \| \d+ passed/m,
  /^(?:\[INFO\] )?BUILD SUCCESS(?:FUL)?\b/m,
  /^Passed!\s+- Failed:\s+0/m,
  /^Build succeeded\b/m,
  /\b\d+ examples?, 0 failures\b/m,
  /\b\d+ runs, \d+ assertions, 0 failures, 0 errors/m,
  /^\*\* (?:BUILD|TEST) SUCCEEDED \*\*/m,
  /\bExecuted [1-9]\d* tests?, with 0 failures\b/m,
  /^[✔✓] Test run with \d+ tests? .{0,60}passed/m,
  /^Build complete!/m,
  /^100% tests passed\b/m,
  /^\[ {2}PASSED {2}\] \d+ tests?/m,
  /^\d+ tests?, 0 failures\b/m,
  /^Found 0 errors\b/m,
  /^Success: no issues found/m,
  /^All checks passed!/m,
  /^All matched files use Prettier code style!/m,
  /^Checked \d+ files? in .{1,20}\. No fixes applied/m,
  /^0 errors, \d+ warnings?/m,
  /^0 issues\./m,
  /\binspected, no offenses detected/m,
  /^ \[OK\] No errors/m,
  /^\s*Finished .{0,60}\b(?:dev|release|test|debug|profile)\b/m, // cargo
  /^✓ built in /m,
  /^.{0,20}Compiled successfully/im,
  /\bcompiled successfully in \d/m,
  /^\d+ files? (?:would be left unchanged|already formatted)/m,
  /^All Finished!$/m,
  /^\[\d+\/\d+\] Linking /m,
];

/** Tools that say nothing when all is well. */
export const SILENT =
  /^(?:tsc|tsgo|eslint|oxlint|stylelint|go|gofmt|goimports|staticcheck|shellcheck|shfmt|flake8|gcc|g\+\+|clang|clang\+\+|cc|c\+\+|javac|kotlinc|rustc|swiftc|ktlint|phpcs)$/;

/**
 * How the tools name what failed. The rows stand in the order of what they tell: a test's own name before its file, its file before a
 * count. One group is the name, three are a file, a line and what is wrong there, two are a line and a rule.
 */
export const TEST_FAILURES: readonly RegExp[] = [
  /^\s*FAIL\s+(?:\|[^|]{1,60}\|\s+)?(\S+\.\w{1,6} > .+)$/m, // vitest
  /^(?:FAILED|ERROR) (\S+::\S.*?)(?: - .*)?$/m, // pytest
  /^(\S+\.py::\S+) (?:FAILED|ERROR)\b/m,
  /^(?:FAIL|ERROR): (?<test>\w+) \((?<where>\S+)\)$/m, // unittest, of before and since 3.11
  /^\s+\d{1,4}\) ((?:\[[^\]]{1,40}\] › )?\S+:\d+:\d+ › .+?)(?:\s─+)?$/m, // playwright
  /^\s*● (?!Console|Test suite failed to run|Validation|Deprecation)(.+)$/m, // jest
  /^\s*--- FAIL: (\S+)/m, // go
  /^test (\S.*?) \.\.\. FAILED$/m, // cargo test, cargo nextest, deno
  /^\s+FAIL \[\s*[\d.]+s\] (?:\([^)]{1,20}\) )?(\S+ \S+)$/m,
  /^(\S.*?) \.\.\. FAILED(?: \(.*\))?$/m,
  /^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/m, // bun
  /^\[ERROR\]\s+([\w.$]+Tests?\.\w+|[\w.$]+(?:Test|IT|Spec)\.\w+):\d+/m, // surefire: the summary, then the log
  /^\[ERROR\]\s+(?:Tests\.)?([\w.$]+\.\w+|\w+\([\w.$]+\)) (?:--|—)? ?\s*Time elapsed: .{1,40}<<< (?:FAILURE|ERROR)!/m,
  /^(\S.{0,200} > .{1,200}) FAILED$/m, // gradle
  /^\s*Failed (\S+(?:\(.*\))?) \[\d.{0,20}\]$/m, // dotnet
  /^\s*(?:\[xUnit\.net .{1,20}\]\s+)?(\S+(?:\(.*\))?) \[FAIL\]$/m,
  /^rspec \S+ # (.+)$/m, // rspec, minitest, rails
  /^(?:\s*\d{1,4}\) (?:Failure|Error):\s*)?(\w+(?:::\w+)*#test_\w+)/m,
  /^\d{1,4}\) ([\w\\]+::\w+(?: with data set .{1,80})?)/m, // phpunit, pest
  /^\s+FAILED\s{2,}(\S.* > .+?)(?:\s{2,}.*)?$/m,
  /^Test Case '-?\[?([^'\]]{1,200})\]?' failed/m, // XCTest, swift-testing
  /^[✘✗] Test (.{1,200}?) (?:failed|recorded an issue)/m,
  /^\[ {2}FAILED {2}\] ([\w/]+\.[\w/]+)/m, // gtest, ctest
  /^\s+\d{1,5} - (\S+) \((?:Failed|Timeout|SEGFAULT|Subprocess aborted|Not Run)\)$/im,
  /^\s*not ok \d{1,5}(?: -)? (.+?)(?: # .*)?$/m, // TAP and bats
  /^\s*[✖✗×✕⨯]\s+(?!\d+ problems?\b|failing tests:?$|Build failed)(.+?)(?:\s+\(?[\d.]+ ?m?s\)?)?(?:\s+\d+ms)?$/m, // trees of node --test, vitest, mocha, jest, bats
  /^\s+1\) (.{1,200}?):?$/m,
  /^\s*FAIL\s+(?:\|[^|]{1,60}\|\s+)?(\S+\.\w{1,6})(?:\s.*)?$/m, // only the file is known
  /^FAIL\s+(\S+)(?:\s+[\d.]+s| \[build failed\])$/m,
];

export const CODE_FAILURES: readonly RegExp[] = [
  /^(\S[^\n(]{0,200})\((\d+),\d+\): error ((?:TS|CS|FS|MSB)\w{2,8}):/m, // tsc, C#
  /^(\S[^\n:]{0,200}):(\d+):\d+ - error (TS\d{2,6}):/m,
  /^(\S[^\n:]{0,200}):(\d+): error: .*\[([\w-]{1,60})\]$/m, // mypy, pyright
  /^\s+(\S[^\n:]{0,200}):(\d+):\d+ - error: .*\((report\w{1,60})\)$/m,
  /^(error\[E\d{4}\]: .{1,160})$/m, // rustc, clippy
  /^(?:e: (?:file:\/\/)?)?(\S[^\n:]{0,200}):(\d+)(?::\d+)?:? (?:fatal )?error: (.{1,120})/m, // gcc, clang, swiftc, javac, kotlinc, maven
  /^e: (?:file:\/\/)?(\S[^\n:]{0,200}):(\d+):\d+ (.{1,120})$/m,
  /^\[ERROR\] (\S[^\n:]{0,200}\.(?:java|kt|scala)):\[(\d+),\d+\] (.{1,120})$/m,
  /^(\S[^\n:]{0,200}):(\d+):\d+ (lint\/[\w/]{1,80}|parse|format|assist\/[\w/]{1,80})(?:\s|$)/m, // biome, ruff, flake8, pylint, rubocop, phpcs in one line each
  /^(\S[^\n:]{0,200}):(\d+):\d+: ([A-Z]{1,4}\d{2,5})\b/m,
  /^(\S[^\n:]{0,200}):(\d+):\d+: [CWEFRI]: (?:\[\w{1,20}\] )?([A-Z]\w{1,30}\/\w{1,60}):/m,
  /^In (\S{1,200}) line (\d+):()$/m, // shellcheck, sqlfluff
  /^.{0,40}\b(SC\d{4})\b/m,
  /^L:\s+(\d+) \| P:\s+\d+ \| (\w{2,10}) \|/m,
  /^(?:vet: )?(\S{1,200}\.go):(\d+):\d+: (.{1,120})$/m, // go build, vet and golangci-lint say neither "error" nor a code
  /^(?:✘|X|✗) \[ERROR\] (.{1,160})$/m, // bundlers
  /^ERROR in (.{1,160})$/m,
  /^\[(?:vite|rollup|rolldown)[^\]]{0,30}\][: ]+(.{1,160})$/m,
  /^(?:PHP )?(?:Parse|Fatal) error: {1,2}(.{1,160})$/m, // make, php, cargo without a code, prettier
  /^(?:CMake Error at |ld: |undefined reference to )(.{1,160})$/m,
  /^(error: (?!could not compile|aborting|test failed|process didn't|script ").{1,160})$/m,
  /^\[(?:warn|error)\] (\S+\.\w{1,6})$/m,
  /^g?make(?:\[\d\])?: \*\*\* \[(?:\S{1,100}: )?(\S{1,100})\] Error \d+/m,
];
