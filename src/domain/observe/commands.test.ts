import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommandKind, recogniseCommand, resolves, splitCommandLine } from './commands.ts';

const look = (line: string) => recogniseCommand(splitCommandLine(line));

describe('a command is recognised', () => {
  const rows: readonly (readonly [string, CommandKind, string])[] = [
    ['npm test', 'test', 'npm'],
    ['npm t', 'test', 'npm'],
    ['npm run test:unit -- --run', 'test', 'npm'],
    ['npm run -s build', 'build', 'npm'],
    ['npm run lint', 'lint', 'npm'],
    ['npm run typecheck', 'types', 'npm'],
    ['npm run check:types', 'types', 'npm'],
    ['npm run format:check', 'lint', 'npm'],
    ['npm --prefix web test', 'test', 'npm'],
    ['pnpm test', 'test', 'pnpm'],
    ['pnpm -r --filter ./api run build', 'build', 'pnpm'],
    ['pnpm lint', 'lint', 'pnpm'],
    ['pnpm exec vitest run', 'test', 'vitest'],
    ['yarn test', 'test', 'yarn'],
    ['yarn build', 'build', 'yarn'],
    ['yarn workspace web test', 'test', 'yarn'],
    ['yarn jest src', 'test', 'jest'],
    ['yarn tsc --noEmit', 'types', 'tsc'],
    ['bun test', 'test', 'bun'],
    ['bun run build', 'build', 'bun'],
    ['npx vitest run src/a.test.ts', 'test', 'vitest'],
    ['npx -y jest --coverage', 'test', 'jest'],
    ['./node_modules/.bin/mocha --exit', 'test', 'mocha'],
    ['node --test test/', 'test', 'node'],
    ['node node_modules/jest/bin/jest.js', 'test', 'jest'],
    ['npx playwright test', 'test', 'playwright'],
    ['cypress run', 'test', 'cypress'],
    ['deno test -A', 'test', 'deno'],
    ['npx tsc --noEmit -p .', 'types', 'tsc'],
    ['eslint . --fix', 'lint', 'eslint'],
    ['npx biome check --write src', 'lint', 'biome'],
    ['prettier --check "src/**/*.ts"', 'lint', 'prettier'],
    ['vite build', 'build', 'vite'],
    ['npx next build', 'build', 'next'],
    ['turbo run test --filter=web', 'test', 'turbo'],
    ['nx run app:lint', 'lint', 'nx'],
    ['pytest -q tests/test_a.py', 'test', 'pytest'],
    ['python -m pytest', 'test', 'pytest'],
    ['python3.12 -m unittest discover -s tests', 'test', 'unittest'],
    ['.venv/bin/pytest', 'test', 'pytest'],
    ['uv run pytest', 'test', 'pytest'],
    ['poetry run mypy src', 'types', 'mypy'],
    ['coverage run -m pytest', 'test', 'pytest'],
    ['python manage.py test app', 'test', 'manage.py'],
    ['python -m build', 'build', 'build'],
    ['tox -e py312', 'test', 'tox'],
    ['mypy .', 'types', 'mypy'],
    ['pyright', 'types', 'pyright'],
    ['ruff check .', 'lint', 'ruff'],
    ['ruff format --check', 'lint', 'ruff'],
    ['black --check .', 'lint', 'black'],
    ['flake8', 'lint', 'flake8'],
    ['go test ./...', 'test', 'go'],
    ['go build -o bin/x ./cmd/x', 'build', 'go'],
    ['go vet ./...', 'lint', 'go'],
    ['golangci-lint run', 'lint', 'golangci-lint'],
    ['gofmt -l .', 'lint', 'gofmt'],
    ['cargo test --workspace', 'test', 'cargo'],
    ['cargo +nightly nextest run', 'test', 'cargo'],
    ['cargo build --release', 'build', 'cargo'],
    ['cargo check', 'types', 'cargo'],
    ['cargo clippy -- -D warnings', 'lint', 'cargo'],
    ['cargo fmt --check', 'lint', 'cargo'],
    ['mvn -q test', 'test', 'mvn'],
    ['./mvnw package -DskipTests', 'build', 'mvnw'],
    ['mvn verify -DskipTests', 'build', 'mvn'],
    ['./gradlew :app:testDebugUnitTest', 'test', 'gradlew'],
    ['gradle clean build', 'build', 'gradle'],
    ['./gradlew ktlintCheck', 'lint', 'gradlew'],
    ['dotnet test --no-build', 'test', 'dotnet'],
    ['dotnet build', 'build', 'dotnet'],
    ['rspec spec/models', 'test', 'rspec'],
    ['bundle exec rspec', 'test', 'rspec'],
    ['bin/rails test', 'test', 'rails'],
    ['rake test', 'test', 'rake'],
    ['bundle exec rake spec', 'test', 'rake'],
    ['rubocop -A', 'lint', 'rubocop'],
    ['vendor/bin/phpunit --filter X', 'test', 'phpunit'],
    ['php artisan test', 'test', 'artisan'],
    ['php vendor/bin/phpstan analyse src', 'types', 'phpstan'],
    ['composer test', 'test', 'composer'],
    ['composer run-script lint', 'lint', 'composer'],
    ['swift test', 'test', 'swift'],
    ['swift build -c release', 'build', 'swift'],
    ['xcodebuild test -scheme App', 'test', 'xcodebuild'],
    ['xcodebuild -scheme App', 'build', 'xcodebuild'],
    ['ctest --test-dir build', 'test', 'ctest'],
    ['make test', 'test', 'make'],
    ['make check', 'test', 'make'],
    ['make -j4', 'build', 'make'],
    ['make -C lib lint', 'lint', 'make'],
    ['cmake --build build', 'build', 'cmake'],
    ['gcc -Wall -o a a.c', 'build', 'gcc'],
    ['bats test/', 'test', 'bats'],
    ['shellcheck scripts/*.sh', 'lint', 'shellcheck'],
    ['sqlfluff lint models', 'lint', 'sqlfluff'],
    ['just test', 'test', 'just'],
    ['CI=1 NODE_ENV=test npm test', 'test', 'npm'],
    ['cd web && npm test', 'test', 'npm'],
    ['time timeout 60 go test ./...', 'test', 'go'],
    ['env -i FOO=1 pytest', 'test', 'pytest'],
    ['npm test 2>&1 | tail -20', 'test', 'npm'],
    ["bash -lc 'cd api && cargo test'", 'test', 'cargo'],
    ['npm ci && npm run build', 'build', 'npm'],
    ['npm run lint && npm test', 'test', 'npm'],
    ['(cd web; yarn test)', 'test', 'yarn'],
  ];
  it.each(rows)('%s', (line, kind, tool) => {
    expect(look(line)).toMatchObject({ kind, tool });
  });
});

describe('a command that checks nothing is not', () => {
  it.each([
    'grep test src/a.ts',
    'grep -rn "npm test" .',
    'cat test.py',
    'git commit -m "test"',
    'git commit -m "npm test && pytest"',
    'echo npm test',
    'echo "a && npm test"',
    'ls tests',
    'npm install vitest',
    'npm ci',
    'npm run dev',
    'npm start',
    'npm run test:watch',
    'npm view jest',
    'npm build',
    'yarn add -D jest',
    'pnpm install',
    'pip install pytest',
    'which pytest',
    'man jest',
    'vim test.sh',
    'rm -rf build',
    'mkdir build test',
    'cd test',
    'node test.js',
    'python test_x.py',
    'python -m http.server',
    'python -c "import pytest"',
    'go run ./cmd/test',
    'go mod tidy',
    'cargo run',
    'cargo add test-case',
    'cargo fmt',
    'make clean',
    'make install',
    'docker run test',
    'prettier --write .',
    'black .',
    'ruff format',
    'vitest --version',
    'npx tsc --init',
    'pytest --collect-only',
    'eslint --help',
    'cmake -B build',
    'gcc --version',
    'vite',
    'vite dev',
    'rails server',
    'rails db:migrate',
    'php artisan migrate',
    'composer install',
    'swift run',
    'xcodebuild -list',
    'dotnet run',
    'mvn dependency:tree',
    './gradlew tasks',
    'test -f package.json',
    '[ -d build ]',
    'sed -i s/test/build/ a.txt',
    'curl https://example.com/test',
    '# npm test',
    '',
    'constructor',
    'toString test',
  ])('%s', (line) => {
    expect(look(line)).toBeNull();
  });
});

describe('the identity', () => {
  it.each([
    ['npm test', 'CI=1 npm   test'],
    ['npm test', 'cd web && npm run test'],
    ['npm test', 'npm t 2>&1 | tail -40'],
    ['npx vitest run', './node_modules/.bin/vitest run'],
    ['pytest tests/a.py', 'python -m pytest -v tests/a.py --tb=short'],
    ['bundle exec rspec', 'bin/rspec'],
    ['go test ./...', "bash -lc 'go test ./... > out.log 2>&1'"],
    ['cargo test', 'timeout 300 cargo test --quiet'],
  ])('of %s is that of %s', (a, b) => {
    expect(look(b)!.identity).toBe(look(a)!.identity);
  });

  it.each([
    ['npm test', 'npm run lint'],
    ['pytest tests/a.py', 'pytest tests/b.py'],
    ['cargo test', 'cargo build'],
    ['npm test', 'pnpm test'],
  ])('of %s is not that of %s', (a, b) => {
    expect(look(b)!.identity).not.toBe(look(a)!.identity);
  });

  it('holds every check of the line', () => {
    expect(look('npm run build && npm test')!.identity).toBe('npm build && npm test');
  });
});

describe('a success resolves', () => {
  const id = (line: string) => look(line)!.identity;
  it.each([
    ['npm test', 'npm test', true],
    ['npm test', 'npm test -- src/a.test.ts', true],
    ['pytest', 'pytest tests/a.py -k x', true],
    ['npm run lint && npm test', 'npm test', true],
    ['pytest tests/a.py', 'pytest', false],
    ['npm test', 'npm run lint && npm test', false],
    ['npm test', 'npm run test:unit', false],
    ['pytest tests/a', 'pytest tests/ab', false],
    ['pytest tests', 'pytest tests/a.py::test_b', true],
    ['pytest tests/a.py', 'pytest tests/a.py::test_b', true],
    ['pytest tests/a.py', 'pytest tests', false],
    ['go test ./...', 'go test ./radio', true],
    ['go test ./radio/...', 'go test ./radio/cat', true],
    ['go test ./radio', 'go test ./...', false],
  ])('%s after %s: %s', (success, failure, expected) => {
    expect(resolves(id(success), id(failure))).toBe(expected);
  });
});

describe('the exit code of the line is not that of the check', () => {
  it.each([
    ['npm test | tail -5', true],
    ['npm test || true', true],
    ['npm test; echo done', true],
    ["bash -c 'npm test | cat'", true],
    ['cd x && npm test', false],
    ['npm test && git push', false],
    ['echo start; npm test', false],
    ['npm run lint | cat; npm test', false],
  ])('%s: %s', (line, masked) => {
    expect(look(line)!.masked).toBe(masked);
  });
});

describe('a command line', () => {
  it.each([
    ['a "b c" \'d;e\' f\\ g', [['a', 'b c', 'd;e', 'f g']]],
    ['a && b || c; d | e & f', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
    ['a 2>&1 &> x', [['a', '2>&1', '&>', 'x']]],
    ['a \\\n b # c && d\ne', [['a', 'b'], ['e']]],
    ['a "x \\" y"', [['a', 'x \\" y']]],
    ["a 'unclosed b", [['a', 'unclosed b']]],
    ['', []],
  ] as const)('%j is split', (line, words) => {
    expect(splitCommandLine(line)).toEqual(words);
  });

  it('of any text is read without an error, the same for the same words', () => {
    const word = fc.constantFrom(
      'npm',
      'test',
      'run',
      '-x',
      'A=1',
      '&&',
      '|',
      'bash',
      '-c',
      '"',
      "'",
      'npx',
      'make',
      '2>&1',
      '>',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const line = words.join(' ');
        const found = look(line);
        expect(look(`  ${line.replaceAll(' ', '  ')} `)?.kind).toBe(found?.kind);
        if (found) expect(found.identity.length).toBeGreaterThan(0);
      }),
    );
  });
});
