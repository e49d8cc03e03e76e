export { agreement } from './said/agreement.ts';
export { correctionsIn } from './said/corrections.ts';
export { endsLastRule } from './said/endings.ts';
export { findingsIn } from './said/findings.ts';
export { rulesIn } from './said/rules.ts';
