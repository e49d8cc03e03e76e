import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { fillerOf, sampleOf, seeded, shapeSamples } from '../../../test/sample.ts';
import { formats } from './formats.ts';
import { redact } from './redact.ts';
import { shapes } from './shapes.ts';

/** So many texts of each form: one that looks like words by chance may slip through, a wrong rule never does. */
const DRAWS = runs(5, 40);

/** Names and fillers that begin as tokens do. */
const NO_TOKENS =
  'AKIAXXXXXXXXXXXXXXXX ASIAPACIFICREGIONS AIzaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa cfut_calls_from_the_unit_tests_directly video.ico-<h32>.png API-<u32> API-<u20> glc_CreateLightmapTextureArrayOfTheWorld ghp_short1 github_pat_token_for_the_release_workflow glpat-token-for-the-runner npm_config_registry_of_this_installation sgp_5555555dAAAAA7777777CcccCFaaaaaaaaaaaaaa secret_manager_client_for_the_staging_cluster path/to/file pattern.matching ops_eyJzaWduSW5BZGRyZXNzIjoi sk-ant-api03-replace-this-with-the-key-of-the-team sk-fading-circle-container sk-your-openai-api-key-here sk-learn-models-and-metrics xoxp-XXXXXXXXXX-XXXXXXXXXX-XXXXXXXXXXX xoxe.xoxp-1-SlackAppConfigurationAccessTokenHere sk_test_xxxxxxxxxxxxxxxxxxxxxxxx SKIPPED SK1234 sk_buff_alloc_with_the_header_room sk_ASN1_UTF8STRING_set_cmp_func api_live_reload_of_the_whole_page local-storage-of-the-browser-window web_application_server_of_the_team'.split(
    ' ',
  );

function texts(form: string) {
  const draw = seeded(form.length * 7919 + form.charCodeAt(0));
  return Array.from({ length: DRAWS }, () => sampleOf(form, draw));
}

describe('tokens with a form of their own', () => {
  const rows = formats();

  it('have one row each', () => {
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length);
    for (const row of rows) expect(row.forms.length, row.name).toBeGreaterThan(0);
  });

  it.each(rows.flatMap((row) => row.forms.map((form) => [row.name, form] as const)))(
    '%s: %s',
    (name, form) => {
      for (const { text } of texts(form)) {
        const said = `use ${text} for it`;
        expect(redact(said)).toEqual({
          text: 'use [REDACTED] for it',
          found: [{ rule: name, start: 4, end: 4 + text.length }],
        });
        // Beside other signs, and the name stays.
        expect(redact(`{"it":"${text}"}`).text).toBe('{"it":"[REDACTED]"}');
        expect(redact(`export X_API_KEY=${text}\n`).text).toBe('export X_API_KEY=[REDACTED]\n');
      }
    },
  );

  it.each(rows.filter((row) => !row.isEvident).map((row) => [row.name, row.forms] as const))(
    '%s: filler in the same form stays',
    (_, samples) => {
      for (const form of samples) expect(redact(fillerOf(form)).found).toEqual([]);
    },
  );

  it.each(NO_TOKENS)('are not found in %s', (form) => {
    for (const { text } of texts(form)) expect(redact(text).text).toBe(text);
  });
});

describe('secrets known by what stands around them', () => {
  const samples = shapeSamples();

  it('have one row each', () => {
    expect(samples.map(({ name }) => name)).toEqual(shapes().map(({ name }) => name));
    for (const { name, secret } of samples) expect(secret.length, name).toBeGreaterThan(0);
    for (const { hints } of shapes())
      for (const hint of hints) expect(hint.length, hint).toBeGreaterThan(2);
    const certain = shapes().filter(({ accept }) => accept === undefined);
    expect(certain.map(({ name }) => name)).toEqual(['putty-key', 'key-as-numbers']);
  });

  it.each(samples.flatMap(({ name, secret }) => secret.map((form) => [name, form] as const)))(
    '%s: %s',
    (name, form) => {
      for (const { text, drawn } of texts(form)) {
        const result = redact(text);
        expect(result.found.map((each) => each.rule)).toContain(name);
        // The longest of what was drawn is the secret; shorter parts can be ids beside it.
        const secret = drawn.reduce((a, b) => (b.length > a.length ? b : a));
        expect(result.text).not.toContain(secret);
      }
    },
  );

  it.each(samples.flatMap(({ name, ordinary }) => ordinary.map((form) => [name, form] as const)))(
    '%s leaves %s alone',
    (_, form) => {
      for (const { text } of texts(form)) expect(redact(text).text).toBe(text);
    },
  );
});
