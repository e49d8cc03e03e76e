// Where a secret stands in the session of an agent. {V} is the value, {s} the service as a word, {S} as a variable's name.

/** A word for a secret stands beside the value. */
const KEYED: Readonly<Record<string, string>> = {
  'env assignment': '{S}_API_KEY={V}',
  'env export, quoted': 'export {S}_TOKEN="{V}"',
  'env secret': '{S}_SECRET={V}\nNODE_ENV=production',
  'docker -e': 'docker run --rm -e {S}_TOKEN={V} -p 8080:80 acme/app',
  'compose environment': 'services:\n  web:\n    environment:\n      - {S}_KEY={V}',
  'json member': '{"name":"app","{s}_api_key":"{V}","port":8080}',
  'json nested': '{\n  "{s}": {\n    "apiKey": "{V}"\n  }\n}',
  'json in a tool call':
    '{"tool_name":"Bash","tool_input":{"command":"export {S}_TOKEN=\\"{V}\\" && npm run deploy"}}',
  'yaml nested': '{s}:\n  enabled: true\n  token: {V}',
  'yaml flat': '{s}-secret: "{V}"',
  'ini section': '[{s}]\nsecret = {V}\nregion = eu',
  toml: '[services.{s}]\napi_token = "{V}"',
  'properties file': '{s}.auth.token={V}',
  'header bearer': 'POST https://api.{s}.com/v1/items\nAuthorization: Bearer {V}',
  'header api key': "curl -s https://api.{s}.com/v1/me -H 'X-Api-Key: {V}'",
  'header own': 'X-{s}-Token: {V}',
  'curl query': "curl 'https://api.{s}.com/v1/list?api_key={V}&limit=5'",
  'curl basic': 'curl -u {V}: https://api.{s}.com/v1/account',
  'javascript constant': "const {s}Token = '{V}';",
  'javascript option': "const client = new Client({ service: '{s}', apiKey: '{V}' });",
  'python keyword': 'client = {s}.Client(api_key="{V}", timeout=30)',
  'python environ': 'os.environ["{S}_KEY"] = "{V}"',
  'setter call': '{s}.setApiKey("{V}");',
  'go struct': '\tcfg := {s}.Config{AccessToken: "{V}"}',
  'php array': "'{s}' => ['secret' => '{V}'],",
  'ruby hash': '{s}: { api_key: "{V}" },',
  'java property': 'System.setProperty("{s}.token", "{V}");',
  'xml element': '<{s}><apiKey>{V}</apiKey></{s}>',
  'xml attribute': '<add key="{s}ApiKey" value="{V}" />',
  'credential store': '<id>{s}</id>\n<secret>{V}</secret>\n<description>prod</description>',
  'dash and quotes': "{s} token - '{V}'",
  'equals and quotes': "{s} token = '{V}'",
  arrow: '{s} key -> {V}',
  'log line': '2026-03-01T10:00:00Z DEBUG {s} client starts, api key {V}',
  'log over two lines': '[INFO] calling the {s} API\n[DEBUG] Using Key={V}\n[INFO] 200 OK',
  'next line': '{s} API key:\n{V}',
  'next line, indented': 'This is the {s} token\n\n    {V}\n\nKeep it.',
  'command line option': '{s} login --token {V} --region eu',
  'command line option, equals': 'npx {s}-cli deploy --api-key={V}',
  'command line, config set': '{s} config set token {V}',
  'markdown list': '- **{s} key**: `{V}`',
  'markdown table': '| service | token |\n| --- | --- |\n| {s} | {V} |',
  'diff line': '-{S}_API_KEY={V}\n+{S}_API_KEY=${ {S}_API_KEY }',
  csv: 'service,api_key\n{s},{V}',
  'test output': '  AssertionError: expected {s} token "{V}" to be undefined',
  'english prose': 'Please use my {s} api key {V} for this.',
  'english is': 'the {s} token is {V} and it must stay secret',
  'english here': 'here is the secret for {s}: {V}',
  'german prose': 'Der API-Schlüssel für {s} lautet {V}, bitte eintragen.',
  'german token': 'Nimm das {s}-Token {V} dafür.',
  'spanish prose': 'la clave de API de {s} es {V}',
  'french prose': 'voici la clé API de {s} : {V}',
  'portuguese prose': 'a chave da API do {s} é {V}',
  'italian prose': 'la chiave API di {s} è {V}',
  'japanese prose': '{s} の API キーは {V} です',
  'chinese prose': '{s} 的密钥是 {V}',
  'russian prose': 'ключ API для {s}: {V}',
};

/** Nothing beside it says that it is a secret: its own form must. */
const BARE: Readonly<Record<string, string>> = {
  'a line of its own': '{V}',
  'in a sentence': 'I tried {V} and got a 401, what now?',
  'in parentheses': 'the old one ({V}) was revoked',
  'in backquotes': 'replace `{V}` in the file',
  'in a list': '["{V}", 3, true]',
  'in an argument': 'connect("{V}")',
  'behind a hyphen': 'feature-{V}',
  'behind an underscore': 'x_{V}',
  'before a full stop': 'It was {V}.',
  'in an html attribute': '<meta content="{V}">',
  'in escaped json': '{"out":"id\\t{V}\\n"}',
  'in japanese': 'これは{V}です',
};

export interface Context {
  readonly name: string;
  readonly text: string;
}

function listed(contexts: Readonly<Record<string, string>>): readonly Context[] {
  return Object.entries(contexts).map(([name, text]) => ({ name, text }));
}

export const KEYED_CONTEXTS = listed(KEYED);
export const BARE_CONTEXTS = listed(BARE);

export function inContext(text: string, service: string, value: string): string {
  const word = service.replace(/[^a-z0-9]/giu, '');
  return text
    .replaceAll('{s}', word)
    .replaceAll('{S}', word.toUpperCase())
    .replaceAll('{V}', () => value);
}
