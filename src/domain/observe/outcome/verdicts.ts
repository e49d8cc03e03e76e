/** Lines in which a tool says how it ended. A line of failure outweighs any number of successes. */
export const SAYS_FAILED: readonly RegExp[] = [
  /^\s*Tests?:?\s+(?:.{0,60}\b)?[1-9]\d* failed\b/i, // jest, vitest
  /^\s*Test (?:Files|Suites:)\s+[1-9]\d* failed\b/,
  /^=+ .{0,80}\b[1-9]\d* (?:failed|errors?)\b.{0,80} =+$/, // pytest
  /^[1-9]\d* failed\b.{0,80} in [\d.]+s/,
  /^FAILED \((?:failures|errors|unexpected successes)=/, // unittest
  /^(?:FAIL|--- FAIL:)(?:\s|$)/, // go
  /^test result: FAILED\./, // cargo
  /^\s*[1-9]\d* failing$/, // mocha
  /^(?:#|ℹ) (?:fail|cancelled) [1-9]/, // node --test
  /^\s*[1-9]\d* fail$/, // bun
  /^\s*[1-9]\d* failed$/, // playwright
  /^FAILED \| \d+ passed/, // deno
  /^(?:\[(?:INFO|ERROR)\] )?BUILD FAIL(?:URE|ED)\b/, // maven, gradle, ant
  /^FAILURE: Build failed/,
  /^\[ERROR\] Tests run: \d+, (?:Failures: [1-9]|Failures: 0, Errors: [1-9])/,
  /^Failed!\s+- Failed:\s+[1-9]/, // dotnet
  /^Build FAILED\.$/,
  /^\s*[1-9]\d* Error\(s\)$/,
  /\b\d+ examples?, [1-9]\d* failures?\b/, // rspec
  /\b\d+ runs, \d+ assertions, (?:[1-9]\d* failures|0 failures, [1-9])/, // minitest
  /^(?:FAILURES|ERRORS)!$/, // phpunit
  /^\s*Tests:\s+[1-9]\d* failed/, // pest
  /^\*\* (?:BUILD|TEST|ARCHIVE) FAILED \*\*/, // xcodebuild
  /\bExecuted \d+ tests?, with [1-9]\d* failures?\b/, // XCTest
  /^[✘✗] Test run with \d+ tests? .{0,60}failed/, // swift-testing
  /^\d+% tests passed, [1-9]\d* tests? failed out of/, // ctest
  /^\[ {2}FAILED {2}\]/, // gtest
  /^\d+ tests?, [1-9]\d* failures?\b/, // bats
  /^npm (?:ERR!|error) /,
  /^(?: ?ELIFECYCLE| ERR_PNPM)/,
  /^error Command failed with exit code [1-9]/, // yarn
  /^error: script "\S{1,60}" exited with code [1-9]/, // bun run
  /\berror TS\d{2,6}: /,
  /^Found [1-9]\d* (?:errors?|diagnostics)\b/, // tsc, ruff, mypy
  /^Found [1-9]\d* errors? in [1-9]/,
  /^✖ [1-9]\d* problems? \([1-9]\d* errors?/, // eslint
  /^\[warn\] Code style issues found/, // prettier
  /^[1-9]\d* errors?, \d+ warnings?/, // pyright
  /^error: could not compile/, // cargo
  /^error(?:\[E\d{4}\])?: aborting due to/,
  /^[1-9]\d* issues[:.]/, // golangci-lint
  /\binspected, [1-9]\d* offenses? detected/, // rubocop
  /^ \[ERROR\] Found [1-9]\d* errors?/, // phpstan
  /^\S[^\n:]{0,200}:\d+(?::\d+)?:? (?:fatal )?error: /, // compilers
  /^\S[^\n(]{0,200}\(\d+,\d+\): error \w{2,10}: /,
  /^g?make(?:\[\d\])?: \*\*\* /,
  /^(?:ninja: build stopped|CMake Error|All Finished!.{0,20}[1-9]\d* fail)/,
  /^(?:error during build:|Build failed with [1-9]|.{0,20}Failed to compile)/i,
  /^would reformat |^\d+ files? would be reformatted/, // black, ruff format
  /^==== .{0,80} FAIL ====$/, // sqlfluff
  /^== \[.{1,200}\] FAIL$/,
  /^(?:\S{1,60}: ){0,2}(?:line \d{1,6}: )?\S{1,60}: (?:command )?not found$/,
];

export const SAYS_PASSED: readonly RegExp[] = [
  /^\s*Test Files\s+\d+ passed\b/,
  /^\s*Tests:?\s+.{0,60}\b[1-9]\d* passed\b/,
  /^=+ .{0,80}\b[1-9]\d* passed\b.{0,80} =+$/,
  /^[1-9]\d* passed\b.{0,80} in [\d.]+s/,
  /^OK(?: \(.{1,80}\))?$/, // unittest, phpunit
  /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))/, // go
  /^test result: ok\./,
  /^\s*[1-9]\d* passing\b/,
  /^(?:#|ℹ) fail 0$/,
  /^\s*[1-9]\d* pass$/,
  /^\s*[1-9]\d* passed(?: \(.{1,20}\))?$/,
  /^ok \| \d+ passed/,
  /^(?:\[INFO\] )?BUILD SUCCESS(?:FUL)?\b/,
  /^Passed!\s+- Failed:\s+0/,
  /^Build succeeded\b/,
  /\b\d+ examples?, 0 failures\b/,
  /\b\d+ runs, \d+ assertions, 0 failures, 0 errors/,
  /^\*\* (?:BUILD|TEST) SUCCEEDED \*\*/,
  /\bExecuted [1-9]\d* tests?, with 0 failures\b/,
  /^[✔✓] Test run with \d+ tests? .{0,60}passed/,
  /^Build complete!/,
  /^100% tests passed\b/,
  /^\[ {2}PASSED {2}\] \d+ tests?/,
  /^\d+ tests?, 0 failures\b/,
  /^Found 0 errors\b/,
  /^Success: no issues found/,
  /^All checks passed!/,
  /^All matched files use Prettier code style!/,
  /^Checked \d+ files? in .{1,20}\. No fixes applied/,
  /^0 errors, \d+ warnings?/,
  /^0 issues\./,
  /\binspected, no offenses detected/,
  /^ \[OK\] No errors/,
  /^\s*Finished .{0,60}\b(?:dev|release|test|debug|profile)\b/, // cargo
  /^✓ built in /,
  /^.{0,20}Compiled successfully/i,
  /\bcompiled successfully in \d/,
  /^\d+ files? (?:would be left unchanged|already formatted)/,
  /^All Finished!$/,
  /^\[\d+\/\d+\] Linking /,
];

/** Tools that say nothing when all is well. */
export const SILENT =
  /^(?:tsc|tsgo|eslint|oxlint|stylelint|go|gofmt|goimports|staticcheck|shellcheck|shfmt|flake8|gcc|g\+\+|clang|clang\+\+|cc|c\+\+|javac|kotlinc|rustc|swiftc|ktlint|phpcs)$/;
