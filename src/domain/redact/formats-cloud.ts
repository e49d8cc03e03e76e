import type { Format } from './rule.ts';

/** Clouds, hosting, infrastructure and monitoring. */
export const CLOUD_FORMATS: readonly Format[] = [
  {
    name: 'aws-access-key',
    starts: ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'A3T'],
    pattern: /^(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])/,
    samples: ['AKIA<u16>', 'ASIA<u16>'],
    not: ['AKIAXXXXXXXXXXXXXXXX', 'ASIAPACIFICREGIONS'],
  },
  {
    name: 'aws-bedrock-key',
    starts: ['ABSK', 'bedrock-api-key-'],
    pattern: /^(?:ABSK[A-Za-z0-9+/]{80,}={0,2}|bedrock-api-key-[A-Za-z0-9+/]{40,}={0,2})/,
    samples: ['ABSK<a109>=', 'bedrock-api-key-<a60>'],
  },
  {
    name: 'google-api-key',
    starts: ['AIza'],
    pattern: /^AIza[\w-]{35}(?![\w-])/,
    samples: ['AIza<w34>A'],
    not: ['AIzaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  },
  {
    name: 'google-oauth',
    starts: ['ya29.', 'GOCSPX-', '1//0'],
    pattern: /^(?:ya29\.[\w-]{20,}|GOCSPX-[\w-]{24,}|1\/\/0[\w-]{30,})/,
    random: true,
    samples: ['ya29.<w60>', 'GOCSPX-<w28>', '1//0<w60>'],
  },
  {
    name: 'alibaba-access-key',
    starts: ['LTAI'],
    pattern: /^LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])/,
    random: true,
    samples: ['LTAI<a20>'],
  },
  {
    name: 'tencent-secret-id',
    starts: ['AKID'],
    pattern: /^AKID[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
    samples: ['AKID<a32>'],
  },
  {
    name: 'yandex-token',
    starts: ['AQVN', 'YCAJ', 'y0_', 't1.'],
    pattern: /^(?:AQVN[\w-]{35,38}|YC[\w-]{38}|y0_[\w-]{50,}|t1\.[\w-]{3,}={0,2}\.[\w-]{80,}={0,2})/,
    random: true,
    samples: ['AQVN<w36>', 'y0_<w55>', 't1.<w20>.<w86>'],
  },
  {
    name: 'digitalocean-token',
    starts: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    pattern: /^do[opr]_v1_[0-9a-f]{64}(?![0-9a-f])/,
    samples: ['dop_v1_<h64>', 'dor_v1_<h64>'],
  },
  {
    name: 'heroku-token',
    starts: ['HRKU-'],
    pattern: /^HRKU-[\w-]{30,}/,
    random: true,
    samples: ['HRKU-<w60>'],
  },
  {
    name: 'fly-token',
    starts: ['fo1_', 'fm1a_', 'fm1r_', 'fm2_'],
    pattern: /^(?:fo1_[\w-]{43}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{80,}={0,3})/,
    samples: ['fo1_<w43>', 'fm2_<a120>', 'fm1r_<a120>='],
  },
  {
    name: 'planetscale-token',
    starts: ['pscale_'],
    pattern: /^pscale_(?:tkn|oauth|pw|oh)_[\w=.-]{32,}/,
    random: true,
    samples: ['pscale_tkn_<w43>', 'pscale_pw_<w43>'],
  },
  {
    name: 'hosting-token',
    // Netlify, Render, Neon, Supabase, Tailscale, Turso, Vercel.
    starts: ['nfp_', 'nfo_', 'nfc_', 'rnd_', 'napi_', 'sbp_', 'sb_secret_', 'tskey-', 'vcp_', 'vci_', 'vca_'],
    pattern:
      /^(?:nf[pco]_[A-Za-z0-9]{36}|rnd_[A-Za-z0-9]{28,}|napi_[a-z0-9]{48,}|sbp_[0-9a-f]{40}|sb_secret_[\w-]{22,}|tskey-[a-z]{2,10}-[\w-]{20,}|vc[pia]_[A-Za-z0-9]{24,})/,
    random: true,
    samples: [
      'nfp_<a36>',
      'rnd_<a28>',
      'napi_<l64>',
      'sbp_<h40>',
      'tskey-auth-<a11>-<a32>',
      'sb_secret_<w31>',
    ],
  },
  {
    name: 'cloudflare-token',
    starts: ['cfat_', 'cfut_', 'cfk_', 'cfoat_', 'cfort_'],
    pattern: /^cf(?:[au]t|k|o[ar]t)_[\w-]{32,}/,
    random: true,
    samples: ['cfat_<a40><h8>', 'cfut_<a40><h8>', 'cfk_<a48>'],
    not: ['cfut_calls_from_the_unit_tests_directly'],
  },
  {
    name: 'cloudflare-origin-key',
    starts: ['v1.0-'],
    pattern: /^v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}/,
    samples: ['v1.0-<h24>-<h146>'],
  },
  {
    name: 'databricks-token',
    starts: ['dapi'],
    pattern: /^dapi[0-9a-f]{32}(?:-\d)?(?![0-9A-Za-z])/,
    samples: ['dapi<h32>', 'dapi<h32>-2'],
  },
  {
    name: 'hashicorp-vault-token',
    starts: ['hvs.', 'hvb.', 'hvr.'],
    pattern: /^hv[sbr]\.[\w-]{24,}/,
    random: true,
    samples: ['hvs.<w90>', 'hvb.<w140>', 'hvs.<a24>'],
  },
  {
    name: 'pulumi-token',
    starts: ['pul-'],
    pattern: /^pul-[0-9a-f]{40}(?![0-9a-f])/,
    samples: ['pul-<h40>'],
  },
  {
    name: 'infrastructure-token',
    // Doppler, Prefect, Scalingo, Infracost, Defined Networking, Octopus, Harness, OpenShift.
    starts: ['dp.', 'pnu_', 'tk-us-', 'ico-', 'dnkey-', 'API-', 'pat.', 'sat.', 'sha256~'],
    pattern:
      /^(?:dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}|pnu_[A-Za-z0-9]{36}|tk-us-[\w-]{48}|ico-[A-Za-z0-9]{32}|dnkey-[\w=-]{26}-[\w=-]{52}|API-[A-Z0-9]{26}|[ps]at\.[\w-]{22}\.[\w-]{20,28}\.[A-Za-z0-9]{20}|sha256~[\w-]{43})(?![\w-]|\.[A-Za-z])/,
    samples: [
      'dp.pt.<a43>',
      'pnu_<a36>',
      'tk-us-<w48>',
      'ico-<a32>',
      'API-<u26>',
      'pat.<a22>.<h24>.<a20>',
      'sha256~<a43>',
    ],
    not: ['video.ico-<h32>.png', 'API-<u32>', 'API-<u20>'],
  },
  {
    name: 'age-secret-key',
    starts: ['AGE-SECRET-KEY-1'],
    pattern: /^AGE-SECRET-KEY-1[A-Z0-9]{58}/,
    evident: true,
    samples: ['AGE-SECRET-KEY-1<u58>'],
  },
  {
    name: 'grafana-token',
    starts: ['glc_', 'glsa_', 'eyJrIjoi'],
    pattern:
      /^(?:glc_[A-Za-z0-9+/]{32,}={0,2}|glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|eyJrIjoi[A-Za-z0-9]{60,}={0,2})/,
    random: true,
    samples: ['glc_<a64>', 'glsa_<a32>_<h8>', 'eyJrIjoi<a80>'],
    not: ['glc_CreateLightmapTextureArrayOfTheWorld'],
  },
  {
    name: 'monitoring-token',
    // Sentry, New Relic, Dynatrace, PostHog, Honeycomb, Sumo Logic's neighbours.
    starts: ['sntrys_', 'sntryu_', 'NRAK-', 'NRJS-', 'NRII-', 'NRRA-', 'dt0c01.', 'phx_', 'hcaik_', 'hcxik_'],
    pattern:
      /^(?:sntrys_[A-Za-z0-9+/=_]{60,}|sntryu_[0-9a-f]{64}(?![0-9a-f])|NRAK-[A-Za-z0-9]{27}|NRJS-[0-9a-f]{19}|NRII-[\w-]{32}|NRRA-[0-9a-f]{42}|dt0c01\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}|phx_[A-Za-z0-9]{36,}|hc[ax]ik_[a-z0-9]{50,})/,
    samples: [
      'sntryu_<h64>',
      'NRAK-<u27>',
      'NRJS-<h19>',
      'NRII-<w32>',
      'dt0c01.<u24>.<u64>',
      'phx_<a43>',
      'sntrys_<a100>',
    ],
  },
];
