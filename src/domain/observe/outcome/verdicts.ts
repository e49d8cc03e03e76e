/** Lines in which a tool says how it ended, with `m` as in `failures`. A line of failure outweighs any number of successes. */
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
