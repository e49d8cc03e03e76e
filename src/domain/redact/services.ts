/**
 * Names of services whose keys have no form of their own: `algolia=4f…` tells enough. Words of the language are left out.
 */
const NAMES = `
  abstractapi abuseipdb abyssale accuweather activecampaign adafruit addthis adobe adyen adzuna affirm africastalking agora ai21 airbrake airbyte
  aircall airship airtable airvisual aiven akamai akismet alchemy alconost alegra aletheia algolia alibaba alienvault aliyun allsports alphavantage
  amadeus ambee amplitude anthropic anypoint apacta api2cart apideck apiflash apify apilayer apollo apolloio appcenter appcues appdynamics appfollow
  appsflyer appsmith appsynergy apptivo appveyor appwrite argilla arize artifactory artsy asana assemblyai atera atlassian auth0 authy autodesk
  autopilothq avalara aviationstack aviatrix axiom axonaut aylien azure azuredevops backblaze baidu bamboohr bandwidth baremetrics basecamp baseten
  beamer beebole benchling besttime bigcommerce bigquery billcom billomat binance bingmaps bitbucket bitcoinaverage bitfinex bitfinity bitgo bitly
  bitmex bitrise bittrex blablabus blackfire blazemeter blockchain blockcypher blocknative bluesnap boostnote botpress braintree branchio brandfetch
  brandwatch braze brevo brightdata brivo browserbase browserless browserstack browshot buddyns bugherd bugsnag buildbot buildkite buildkitelegacy
  bulbul bunny bunnynet buttercms bybit calendarific calendly calorieninja campaignmonitor campayn cannyio canva captaindata cartesia carto cashfree
  caspio censys centralstation chargebee chargify chartmogul chatbotcom chatfuel chatwork checkly checkmarx cicero circleci cisco clarifai clearbit
  clerk clevertap clickhelp clickhouse clicksend clickup cliengo clinchpad clockify clockwork closecrm cloudant cloudconvert cloudelements
  cloudflare cloudimage cloudinary cloudmersive cloudplan cloudsmith cloudways cloze clustdoc cockroach coda codacy codeclimate codecov codemagic
  cohere coinapi coinbase coingecko coinlayer coinlib coinmarketcap cometchat cometml commercetools commodities companyhub composio conekta
  configcat confluence confluent consul contentful contentstack convertapi convertkit convex couchbase countrylayer coveralls crisp crowdin
  crowdstrike cryptocompare currencycloud currencyfreaks currencylayer currencyscoop currentsapi customerguru customerio cypress dailyco dareboost
  databox databricks datadog datafire datagov datarobot debricked deepai deepgram deepl deepseek deezer delighted denodo deputy descope detectify
  detectlanguage devcycle dialogflow diffbot digicert digitalocean digitaloceanold discogs discord disqus dnscheck docparser docusign doordash
  doppler dotmailer dovetail draftbit dronahq droneci dropbox duckduckgo duffel duo dwolla dynalist dynatrace easypost ebay edamam edgegrid
  eightxeight elastic elasticemail elevenlabs eloqua emailoctopus enablex enablexid engagespot enigma etherscan ethplorer etsy eventbrite everhour
  exa exchangerateapi exchangerates exotel expensify eyeson ezpay facebook faceplusplus factset fakejson fastforex fastly fauna feedier feedly figma
  fileio filestack finage findl finicity finnhub firebase firecrawl fireworks fivetran fixer flatio flexport flickr flightaware flightstats
  flutterwave flyio fmpcloud formbucket formio formsite fossa foursquare frameio freshbooks freshdesk freshservice freshworks frontapp fulcrum
  fullstory fusebill fxmarket gandi geckoboard gemini genderize gengo geoapify geocodeapi geocodify geocodio getgeo getresponse getty ghost giphy
  gitbook gitea gitguardian gitter glassnode gocanvas gocardless godaddy gong goodday goodreads googlemaps gotowebinar grafana graphcms graphhopper
  greenhouse groq growthbook gumroad gyazo hackernoon hackerone happyscribe harness hasura hellosign helpscout hereapi heroku hetzner hightouch
  hiveage holded holidayapi homeassistant honeybadger honeycomb hootsuite hostinger hotjar html2pdf hubspot hubspotold hugging huggingface humanity
  humio hunterio hygraph ibm ibmcloud iconfinder iexcloud imagekit imgbb imgix imgur infobip infura insightly instabug instagram instamojo
  integromat intercom intrinio invoiced invoiceocean ionic ipapi ipdata ipgeolocation ipify ipinfo ipinfodb ipquality ipstack iterable jenkins jina
  jira jotform jumpcloud juro kaggle kaleyra karmacrm keenio keycdn keycloak keygen kickbox klarna klaviyo klipfolio kontent koyeb kraken kucoin
  kylas lacework langchain langfuse langsmith languagelayer lark lastfm lastpass launchdarkly launchdarklyold launchpad leadfeeder lemlist
  lemonsqueezy lessannoying lexoffice liftoff lightspeed linenotify linkedin linkpreview linode linqpad listrak liveagent livechat loadimpact lob
  logdna loggly logicmonitor loginradius logrocket logtail logz lokalise looker luno m3o macaddressio madkudu magento magnetic mailboxlayer
  mailchimp mailerlite mailersend mailgun mailjet mailmodo mailtrap mandrill mapbox mapquest maptiler marketo marketstack mattermost mavenlink
  maxmind meaningcloud mediastack meilisearch meistertask memberful mendeley meraki mercadopago mesibo messagebird metaapi metrilo mezmo microlink
  mindmeister miro mistral mite mixmax mixpanel mollie mongodb monkeylearn moonclerk moosend mux myfreshworks n8n namecheap nasdaq neptune netlify
  networksolutions neutrino newrelic newsapi newscatcher nexmo nexmoapi nftport ngrok nicereply nightfall nitropack noaa noticeable notion novu
  numverify nutritionix nvidia nylas nytimes oanda octopus okta ollama omise onelogin onepagecrm onesignal onfleet onwater oopspam openai opencage
  openexchangerates opengraphr openrouter openuv openweather openweathermap opsgenie optimizely oracle ordoro oura outreach ovh owlbot paddle
  pagarme pagerduty pandadoc papertrail papyrs paralleldots parsehub parseur partnerstack passbase pastebin paymo paymongo payoneer paypal paystack
  paytm payu pdflayer pdfshift peopledatalabs percy perplexity pinata pinecone pingdom pinterest pipedream pipedrive pivotal pivotaltracker pixabay
  plaid planetscale planhat planview plivo podio poloniex polygon polygonio portainer positionstack postageapp posthog postman postmark powerbi
  powrbot prefect printfection prismic prodpad productboard promptlayer prospectio protocolsio proxycrawl pubnub pulumi purestake pushbullet pusher
  pushover qdrant qualaroo qualtrics quandl qubole quickbase quickbooks quickmetrics quicknode railway rapid7 rapidapi rawg raygun razorpay
  rebrandly recaptcha recharge recurly reddit redis refiner repairshopr replicate replit resend restpack revai revamp revenuecat ringcentral ritekit
  rollbar rootly route4me rownd rudderstack runpod runrun runscope sailthru salesforce salesloft samsara sanity satismeter satismeterwrite saucelabs
  saucelabsoauth scaleway scalr schwab scrapeowl scraperapi scraperbox scrapestack scrapfly scrapingant scrapingbee screenshotapi securitytrails
  selectpdf semaphore sematext semrush sendbird sendbirdorg sendgrid sendinblue sendpulse sentinelone sentry sentrylegacy sentrytoken serpapi serper
  serphouse serpstack servicenow sheety sherpadesk shippo shodan shopify shortcut shotstack shutterstock shutterstockid sightengine signalfx
  signalwire signnow signupgenius sigopt similarweb simplenote simplesat sirv siteleaf skrill slack smartlook smartsheet smartystreets smooch
  snipcart snowflake snyk socrata sonar sonarcloud sonarqube sonatype sourcegraph spacelift sparkpost splunk spoonacular sportsmonk spotify sqreen
  squarespace squareup sslmate stackblitz stackhawk stackoverflow starburst statsig statuscake statuspage stockdata storecove stormglass storyblok
  strapi strava stripe sugarcrm sugester sumologic supabase supernotes surveyanyplace surveybot surveymonkey surveysparrow survicate svix swagger
  swell swiftype symphony synthesia tableau tailscale taxjar teachable teamcity teamgate teamviewer technicalanalysis telegram telesign telnyx
  tenable terraform textmagic theoddsapi thinkific thousandeyes ticketmaster tiingo tiktok timezoneapi tinify tinybird tinypng tly tmetric todoist
  toggl tomorrowio tomtom tradier transifex travelpayouts travis travisci trello truid trustpilot tumblr turso twelvedata twilio twilioauth twitch
  twitter tyntec typeform typesense ubidots unifyid unplugg unsplash upcdatabase uploadcare upstash uptimerobot upwave urlscan userflow userlike
  userstack vatlayer vault veeva vercel verifalia veriff verimail veriphone victorops viewneo vimeo virustotal visualcrossing voiceflow voicegain
  vonage vouchery vpnapi vultr vwo vyte wakatime walkscore wandb watson weatherapi weatherbit weatherstack weaviate webex webflow webscraper
  webscraping weebly wepay whatfix wistia wix wolfram woocommerce wordnik workato workday workos worksnaps workstack wrike xai xero yahoo yandex
  yelp youneedabudget yousign youtube zapier zendesk zenhub zenrows zenscrape zenserp zeplin zerobounce zerotier zilliz zipapi zipcodeapi zoho zonka
  zoom zulip zuora
`;

let services: ReadonlySet<string> | undefined;

/** Whether a name, written in whatever way, has a service in it: `ALGOLIA_ADMIN`, `newRelic.license`. */
export function namesService(name: string): boolean {
  services ??= new Set(NAMES.trim().split(/\s+/));
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word, i) => services!.has(word) || services!.has(word + (words[i + 1] ?? '')));
}
