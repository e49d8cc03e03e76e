/** Models, payment, messages, shops, identity and other services. */
export const SERVICE_FORMATS = `
anthropic-key sk-ant-<w20+> sk-ant-<l2-8>-<w20+>
openai-style-key sk-<w16+>
huggingface-token {hf,api_org}_<a34>
model-service-key gsk_<a40+> xai-<a60+> r8_<a37+> pplx-<a40+> pcsk_<w50+> tvly-<w28+> csk-<l40+> {fw,fpk}_<a22+>
  e2b_<h40> fc-<h32> nvapi-<w60+> jina_<w50+> tgp_v1_<w40+> rpa_<u40+> {pa,al}-<w43> BSA<w24-40> {ak,as}-<a22>
  esecret_<a26+> llx-<a40+> m0-<a40> sk_car_<w20+> ste-<a40+> ctx7sk-<uuid> bb_{live,test}_<w20+>
  wandb_v1_<a40+> opk_<a32+> pat_<a64> dataset-<a24> ck-<a40+>
slack-token xox{a,b,c,d,e,o,p,r,s}-<x16+> xoxe.<x16+> {xapp,xwfp}-<x16+>
discord-token {MT,Mj,Mz,ND,NT,Nj,Nz,OD,OT}<a22-26>.<w6>.<w27-40>
stripe-key {sk,rk}_{live,test,prod,org}_<a10+> whsec_<b24+>
payment-token sq0<s3>-<w22+> EAAA<w56+> access_token$<s7-10>$<l16>$<h32> rzp_{live,test}_<a14+>
  FLW{SEC,PUB}K{,_TEST}-<a12+> access-{sandbox,development,production}-<uuid> shippo_{live,test}_<h40> EZ{A,T}K<a54>
  {live,test}_<h31-35> {live,test}_pub_<h31-35> {live,test}_<a30> live_<w40> sandbox_<w40> duffel_{live,test}_<w43>
  APP_USR-<d12-16>-<d6>-<h32>-<d6-12> TEST-<d12-16>-<d6>-<h32>-<d6-12> xnd_{production,development}_<a40+>
  {SB-,}Mid-server-<w20+> pdl_{live,sdbx,ntfset}_<w30+> polar_{oat,pat,at,rt,cs,whs}_<w32+> {sk_sbox,sk_mp}_<w20+>
  ramp_sec_<a30+> bxt_<a30+> AQE<c100+> t-<h24>-<h24> {mainnet,testnet,preprod,preview}<a32>
shop-token shp{at,ca,pa,ss,ua,tka,rt}_<H32> c{k,s}_<h40> ws-<h64>
identity-token ory_{at,rt,ac,st,pat}_<x32+> secret-{live,test}-<w30+> persona_{production,sandbox}_<uuid>
  api_{live,sandbox}{,_us,_ca}.<x20+> waka_<uuid> K2<a60+>
zoho-token 1000.<h32>.<h32>
sendgrid-key SG.<w16+>.<w32+>
mail-service-key {key,pubkey}-<h32> x{key,smtp}sib-<h64>-<a16> re_<a6-10>_<a20+> mlsn.<h64> md-<w22>
  os_v2_{app,org}_<l60+>
twilio-key SK<H32>
telnyx-key KEY<H32>_<a22>
facebook-token EAA<a80+> {IGQV,IGAA}<w60+> EAAG<w60+>
social-token WPL_AP1.<a16>.<x8+> pina_<u40+> vk1.a.<w60+> pat-{na,eu,ap,us}<d1>-<uuid> dG9rOj<b40+> sl.<w130+>
  sl.u.<w130+>
service-token {frp,zpka}_<a20+> {inngest,signkey}-<w20+> flb_live_<a20+> sk_<a24+> NF-<a20+> salad_cloud_<w20+>
  {BBFF,BBUS}-<a20+> VF.<x30+> rh-api-<w20+> api_{live,test}_<w20+> secret_{admin,readonly}_<w20+> ser.<a22>
  configcat-{sdk,proxy}-<x20+> {pk,dk}_prod_<u28> R_<h32> fio-u-<w60+> api_<a22>.<a22>
product-token CFPAT-<w43> {sc,ext,scauth,authress}_<a5-30>.<l4-6>.acc{-,_}<l10-32>.<x30+> sm_{aat,pat,sat}_<a16>
  s-s4t2{ud,af}-<h64> {sdk,mob,api,rel}-<uuid> {sk,pk,tk}.eyJ<w40+>.<w20+> bpk-<h32> ptk_<h40> b_<w44>
  skA<a100+>
twitter-bearer-token AAAAAAAAAAAAAAAAAAAA<p60+>
`;
