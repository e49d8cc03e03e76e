/** Code hosts, package registries, build services, developers' tools. */
export const CODE_FORMATS = `
github-token gh{p,o,u,s,r}_<a36+> ghs_<d1-12>_eyJ<x40+> v1.<h40>
github-fine-grained-token github_pat_<w22+>
gitlab-token gl{pat,dt,rt,rtr,cbt,ptt,ft,imt,agent,oas,soat,ffct,wt,csat}-<x16+>
gitlab-runner-registration GR1348941<w20>
npm-token npm_<a36>
package-registry-token pypi-Ag<w50+> rubygems_<h48> cio<a32> oy2<l43> CLOJARS_<l60> dckr_{pat,oat}_<w27+>
  jsr{p,d}_<a32+> packagist_{ack,acs,org,oat,uut}_<h40+>
deno-token dd{p,w,o}_<a36>
artifactory-token AKCp<a60+> cmVmd<a59>
atlassian-token AT{A,C,S}TT3<x60+> ATBB<a24+> ATTA<h60+> BBDC-<b44>
build-service-token CCIP{AT,RJ}_<a20-24>_<h40> bk{ua,aj,ct,pt,et}_<a36+> sq{p,u,a,b}_<h40> slk_<h64> PMAK-<H24>-<H34>
  PMAT-<u26> depot_{org,project}_<h40+> web_<h64> LT_<a40+> dsp_<a32+> local-<h40> tr_{dev,prod,stg,pat}_<a20+>
  sktsec_<w30+>
sourcegraph-token sgp_<H40> sgp_<H16>_<H40> sgp_local_<H40> sgd_<a40+>
design-tool-token fig{d,o,u,oh,dr}_<w36+> rdme_<l60+> cnvca<w51> p8e-<a32>
linear-token lin_{api,oauth,wh}_<a32+>
notion-token ntn_<a40+> secret_<a43>
airtable-token pat<a14>.<h64>
one-password-token ops_eyJ<b200+> A3-<u6>-<u11>-<u5>-<u5>-<u5> A3-<u6>-<u6>-<u5>-<u5>-<u5>-<u5>
security-tool-token snyk_{uat,sat}.<h8>.<x40+> endr+<a20+> thog-<w20+> spu-<a20+> AIK_{CI,SECRET,CLIENT}_<a20+>
  vera01e{i,s}-<w20+> censys_<w20+> jca_<a36>
automation-token n8n_api_<a40+> apk_<b80+> apk_user_<b100+> cog_<l40+> retool_01<a20+> apify_api_<a30+>
  {cal,cal_live,cal_test}_<h32> dbt{c,u,s}_<w30+> tly-<a32+> tfp_<x40+> pk_<d6-10>_<u32>
cursor-key crsr_<h64>
`;
