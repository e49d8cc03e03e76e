/** Clouds, hosting, databases, infrastructure and monitoring. */
export const CLOUD_FORMATS = `
aws-access-key {AKIA,ASIA,ABIA,ACCA}<u16> A3T<u17>
aws-bedrock-key ABSK<b80+> bedrock-api-key-<b40+>
aws-appsync-key da2-<l26>
amazon-token amzn.mws.<uuid> amzn1.oa2-cs.v1.<h64>
google-api-key AIza<w35>
google-oauth ya29.<w20+> GOCSPX-<w24+> 1//0<w30+> GOOG1E<u50+> 6L{c,d,e,f}<w37>
alibaba-access-key LTAI<a12-26> STS.<a20+>
tencent-secret-id AKID<a32>
baidu-key bce-v3/ALTAK-<a21>/<h40>
volcengine-key AKLT<a20+>
yandex-token AQVN<w35-38> YC{A,M,N,O,P}<w37> {y0,y1,y2,y3}_<w50+> t1.<w3+>.<w80+>
digitalocean-token do{o,p,r}_v1_<h64>
heroku-token HRKU-<w30+>
fly-token fo1_<w43> {fm1a,fm1r,fm2}_<b80+>
planetscale-token pscale_{tkn,oauth,pw,oh,tkid}_<x32+>
hosting-token nf{p,o,c,u,b}_<a36> rnd_<a28+> napi_<l48+> npg_<a12-24> sbp_<h40> sbp_oauth_<h40> sb_secret_<w22+>
  vc{p,i,a,r,k}_<a24+>
tailscale-key tskey-{api,auth,client,scim,webhook}-<w20+> tskey-<w30+>
cloudflare-token cf{at,ut,k,oat,ort}_<w32+>
cloudflare-origin-key v1.0-<h24>-<h100+>
cloud-provider-key SCW<u17> EXO<h24> K00{0,1,2,3,4,5}<b27> QN_<h32> ApiKey-<uuid>
database-token AVNS_<w16+> CCDB1_<a22>_<a40> fnA<w37> xau_<a32+> mdb_sa_sk_<w40> 4b1d<a38> cflt<b60+> dkea<h32>
  dose<h32> essu_<b40+> standard_<h200+> p.eyJ<a40+>.<w20+>
databricks-token dapi<h32>-<d1> dapi<h32>
hashicorp-vault-token hv{s,b,r}.<w24+> b.AAAAA<w90+>
pulumi-token pul-<h40>
infrastructure-token pn{u,b}_<a36> tk-us-<w48> ico-<a32> dnkey-<w26>-<w52> API-<u26> {pat,sat}.<w22>.<w20-28>.<a20>
  sha256~<w43> ptr_<b40+> {kpat,spat}_<a40+> nsct_<w40+>
doppler-token dp.{pt,ct,sa,said,scim,audit}.<a40-44> dp.st.<a40-44> dp.st.<l2-35>.<a40-44>
secret-store-token st.<h24>.<h32>.<h32> st.<uuid>.<h32>.<h32> ls-<w8+>-<w20+> DLS_<u8+>_<a40+>
age-secret-key! AGE-SECRET-KEY-1<u58>
grafana-token glc_<b32+> glsa_<a32>_<H8> eyJrIjoi<b60+>
monitoring-token sntrys_<w60+> sntry{u,a,i}_<h64> NRAK-<a27> {NRJS,NRBR}-<h19> {NRII,NRIQ}-<w32> NRAA-<h27> NRRA-<h42>
  NRSP-<a32> dt0{c,s}<d2>.<u8-24>.<u64> ph{x,s,c,r,a}_<a36+> hc{a,b,x}{ik,mk,lk}_<l50+> xa{at,pt}-<uuid>
  pylf_v<d1>_{us,eu}_<a40+> ddapp_<a34> inc_<h64> fhb-<h32> hc{r,w}_<w28>
observability-token pk-lf-<uuid> lsv2_{pt,sk}_<h32>_<h10> chpt_<h12-32> rootly_<h64> aio_<a28> sgp_<a64>
  dvc_{server,client,mobile}_<w30+>
`;
