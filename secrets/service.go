package secrets

import "strings"

// services are names of services that hand out keys without a format of their own: a random token beside one of them is a key. The
// list is the common ground of public scanners and API directories; a name that is also an everyday word is in everyday instead.
const services = `abstractapi abuseipdb abyssale accuweather adafruit adyen adzuna aeroworkflow aha ahrefs airbrake aircall airship airtable airvisual aiven
	akeyless alchemy alchemyapi alconost alegra aletheiaapi algolia alibaba alienvault aliyun allsports alphavantage amadeus ambee amplitude
	anypoint apacta api2cart apideck apiflash apifonica apify apilayer apimatic apimetrics apitemplate apollo appcues appdynamics appfollow
	appointedd appoptics appsflyer appsmith appsynergy apptivo appveyor artifactory artsy asana assemblyai atera audd auth0 authorizenet
	autodesk autoklose autopilot avazapersonal aviationstack axonaut aylien ayrshare azuredevops azureopenai baidu bannerbear baremetrics
	baseapiio beebole besnappy besttime betterstack bigcommerce billomat bing bitbar bitcoinaverage bitfinex bitly bitmex bitpay bitrise
	bitwarden blackduck blazemeter blitapp blocknative blogger blynk bombbomb boostnote borgbase braintree branchio brandfetch browserstack
	browshot bscscan buddyns budibase bugherd bugsnag buildkite bulbul bulksms bunnycdn buttercms caflou calendarific calendly calorieninja
	campayn cannyio capsulecrm captaindata carboninterface cashboard caspio censys centralstationcrm cerebras cexio chargebee chartmogul
	chatbot chatfule checio checklyhq checkmarx checkvist clarifai clearbit clickhelp clickhouse clicksend clickup cliengo climacell clinchpad
	clockify clockworksms closecrm cloudconvert cloudelements cloudflare cloudimage cloudinary cloudmersive cloudplan cloudsmith cloverly
	clustdoc codacy codeberg codeclimate codecov codefresh codemagic codequiry coinapi coinbase coinlayer coinlib coinmarketcap collect2
	commercejs companyhub contentful contentstack conversiontools convertapi convertkit convier copyscape coralogix couchbase countrylayer
	coveralls craftmypdf crowdin cryptocompare currencycloud currencyfreaks currencylayer currencyscoop currentsapi customerguru customerio
	cyberark d7network dailyco dareboost databox databricks datadog datagov debounce deepai deepgram deepseek delighted demio detectify
	detectlanguage dfuse dialpad diffbot diggernaut digitalocean dingtalk discord disqus dnscheck dockerhub docparser documo docusign
	dotdigital dovico dronahq droneci dropbox dwolla dynadot dynalist dynatrace easyinsight easypost ecostruxureit edamam edenai eightxeight
	elasticemail elasticsearch elevenlabs enablex endorlabs epicgames etherscan ethplorer eventbrite everhour exchangerateapi exchangeratesapi
	exoscale exotel exportsdk extractorapi faceit faceplusplus facepp fastforex fastly feedier feishu fetchrss fileio filestack finage
	financialmodelingprep findl finnhub firebase firehydrant fixerio flatio fleetbase flexport flickr flightapi flightlabs flightstats flowflu
	flutterwave fmfw forgejo formbucket formcraft formio formsite foursquare frameio freshbooks freshdesk freshservice fullstory fusebill
	fxmarket geckoboard geoapify geocode geocodify geocodio geoipifi getgeoapi getgist getresponse getsandbox gitea gitguardian gitter
	glassnode glitterlyapi gocanvas gocardless gocd godaddy goodday gotomeeting grafana graphcms graphhopper groovehq gtmetrix guardianapi
	gumroad gyazo happyscribe hasura helicone hellosign helpcrunch helpscout hereapi heroku hetzner hiveage holidayapi honeycomb html2pdf
	huawei hubspot huggingface humanity hybiscus hypertrack ibmcloud iconfinder iexapis iexcloud ifttt imagekit imagga infisical influxdb
	infobip infura insightly instabot instamojo instana integromat intercom interseller intra42 intrinio invoiceocean ip2location ipapi
	ipgeolocation ipinfo ipinfodb ipquality ipstack jfrog jotform jumpcloud jupiterone kakao kanbantool karmacrm keenio keycdn kibana kickbox
	klarna klaviyo klipfolio knapsackpro kucoin kylas langfuse langsmith languagelayer larksuite lastpass launchdarkly leadfeeder lemlist
	lemonsqueezy lendflow lessannoyingcrm lightstep linenotify linkpreview linode liveagent livekit livestorm loadmill locationiq loggly
	loginradius logtail logzio lokalise loyverse lunchmoney madkudu magento magicbell mailboxlayer mailchimp mailerlite mailgun mailjet
	mailmodo mailsac mandrill mapbox mapquest maptiler marketstack mattermost mavenlink maxmind meaningcloud mediastack meistertask
	mesibo messagebird metaapi metabase meteostat metrilo milvus mindmeister mistralai mixmax mixpanel mockaroo mollie monkeylearn moonclerk
	moosend moralis motherduck mrticktock msg91 myexperiment myfreshworks myintervals nasdaqdatalink nethunt netlify netsuite neutrinoapi
	newrelic newsapi newscatcher nexmo nftport ngrok nicereply nightfall noticeable nozbe numverify nutritionix nylas nytimes oanda okta
	omnisend onedesk onelogin onepagecrm onesignal onfleet onwaterio oopspam openai opencagedata opengraphr openrouter opensearch openuv
	openvpn openweather openweathermap opsgenie optimizely overloop owlbot packagecloud pagarme pagerduty pandadoc pandascore paperform
	papertrail paralleldots parsehub parseur partnerstack pastebin paydirt paydirtapp paymoapp paymongo paypal paystack pdflayer pdfshift
	peopledatalabs pepipost photoroom pinata pinecone pipedream pipedrive pivotaltracker pixabay plaid planetscale planview planyo plivo
	pollsapi poloniex positionstack postageapp postbacks posthog postman postmark powrbot prestashop prodpad prospectcrm protocolsio
	proxycrawl pubnub pulumi purestake pushbullet pusherapp pushover qase qdrant qualaroo qubole rabbitmq rapidapi rawg razorpay reachmail
	reallysimplesystems rebrandly rechargepayments recurly redpanda refiner rentman repairshopr replicate replyio requestfinance restpack
	revampcrm ringcentral ritekit robinhood roblox rocketreach rollbar roninapp rootly route4me rownd rubygems runrunit saladcloud salesblink
	salescookie salesflare salesforce salesmate satismeter saucelabs scaleway scrapeowl scraperapi scraperbox scrapestack scrapfly scrapingant
	scrapingbee screenshotapi screenshotlayer scrutinizerci securitytrails selectpdf sematext semgrep sendbird sendgrid sendinblue serpapi
	serper serphouse serpstack sheety sherpadesk shipday shippo shodan shopify shotstack shutterstock signable signalwire signaturit
	signupgenius sigopt simfin simplesat simplynoted simvoly sinchmessage siteleaf skrapp skrappio skybiometry smartsheet smartsheets
	smartystreets smooch snipcart snowflake snyk sonarcloud sonarqube sonatype spacelift sparkpost speechtextai splunk spoonacular sportsmonk
	spotify squareapp squarespace squareup sslmate stabilityai stadiamaps statuscake statuspage statuspal stitchdata stockdata storecove
	stormboard stormglass storyblok storychief strava stripo stytch sugester sumologic supabase supernotes surveyanyplace surveybot
	surveysparrow survicate swiftype tailscale tallyfy taxjar teamcity teamgate teamworkcrm teamworkdesk teamworkspaces technicalanalysisapi
	teletype telnyx tencent testingbot text2data textlocal textmagic theoddsapi thingsboard thinkific thousandeyes thunderforest ticketmaster
	tickettailor tiingo timecamp timezoneapi tmetric todoist toggl toggltrack tokeet tomorrowio tomtom tradier transferwise travelpayouts
	travisci trello truenas twelvedata twilio twitch twitchtv tyntec typeform typetalk ubidots ubisoft uclassify unifyid unplugg unsplash
	upcdatabase upcloud uplead uploadcare upstash uptimerobot upwave urlscan userflow userstack vagrantcloud vatlayer vbout veracode verimail
	veriphone versioneye victorops viewneo virustotal visualcrossing voiceflow voicegain volcengine vonage vouchery vpnapi vultr wakatime
	walkscore wandb weatherapi weatherbit weatherstack weaviate web3storage webflow webscraper webscraping websitepulse wechat wecom weixin
	wepay whoxy wistia woocommerce woopra worksnaps workstack worldcoinindex worldpay worldweather wrike xmatters yandex youneedabudget
	yousign youtube zalo zendesk zenkit zenrows zenscrape zenserp zeplin zerobounce zerotier zipapi zipbooks zipcodeapi zipcodebase zohocrm
	zonkafeedback zulip zulipchat`

// everyday are services whose name is a common word, or stands beside identifiers that are no keys: the text must also speak of a key.
const everyday = `adobe agora anthropic aws axiom azure balena bamboo bandwidth beamer bitbucket brevo canva cesium checkout cicero civo clerk cloze
	cockroach coda codesandbox cohere commodities confluence confluent copper courier daily dandelion deno deputy ditto duply elastic enigma
	env0 envoy eraser facebook fauna fibery figma fireworks fly fulcrum gcp gemini gengo gogs google groq guru happi harbor harness harvest
	hive holistic hunter impala incident instagram jenkins jira juro kanban karma keeper knock kontent kraken lark lexigram linear
	linemessaging linkedin loops losant luno lyft mailtrap mend microsoft miro mistral mite moderation monday mux n8n naver neon nexus ngc
	nimble notion novu nuget octopus oracle particle percy perplexity podio polygon portainer prefect privacy prospect protocols pusher quay
	railway ramp rancher raven readme redis render resend retool riot roaring sanity scalr segment semaphore sentry shortcut signal sinch sirv
	socket square stability steam streak swell tatum teamwork tefter telegram terraform timescale tines turso twist twitter unity vercel
	verifier viber vyte webex whatsapp whereby workato xata yelp yext zapier zoho zoom`

// keyWords may stand between a service's name and its key.
var keyWords = []string{"secret", "private", "access", "token", "apikey", "api", "key", "auth", "pat", "credential", "code", "client", "app", "account", "license", "foo", "id"}

// telling are those among them that say that a key follows.
var telling = []string{"secret", "private", "access", "token", "apikey", "key", "auth", "pat", "credential"}

// farthest is how many bytes may stand between a service's name and its key, key words included.
const farthest = 40

// service reads the key beside a service's name, as in "weatherbit ACCESS a4b8...", "caflou_SECRET=...", "wandb 123e...". start and
// end are those of the name.
func (s *scanner) service(start, end int, needsWord bool) {
	t := s.text
	if start > 0 && isLower(t[start-1]) && isLower(t[start]) || start > 0 && isUpper(t[start-1]) && isUpper(t[start]) {
		return // sandbox is not box
	}
	said, at := false, end
	for {
		word := keyWord(t[at:])
		if word == "" {
			n := gap(t[at:])
			if d := digits(t[at:]); d > 0 && d <= 3 && keyWord(t[at+d:]) != "" { // scrapingant123TOKEN
				n = d
			}
			if n == 0 || at-end > farthest {
				break
			}
			at += n
			continue
		}
		for _, w := range telling {
			said = said || w == word
		}
		at += len(word)
	}
	if at == end || at-end > farthest || needsWord && !said {
		return
	}
	to := at
	for to < len(t) && to-at < longestValue && (isAlnum(t[to]) || strings.IndexByte("_-+/", t[to]) >= 0) {
		to++
	}
	if !serviceKey(t[at:to], said) || digestNear(t, at) {
		return
	}
	for to < len(t) && t[to] == '=' {
		to++
	}
	s.add(span{start: at, end: to, rule: "service-key", rank: rankNear})
}

// keyWord is the key word that t begins with, in any case; "" for none. A word in lower case ends where no lower case letter follows.
func keyWord(t string) string {
	for _, w := range keyWords {
		if len(t) >= len(w) && strings.EqualFold(t[:len(w)], w) && !(len(t) > len(w) && isLower(t[len(w)-1]) && isLower(t[len(w)])) {
			return w
		}
	}
	return ""
}

// gap counts the separators at the start of t, on one line.
func gap(t string) int {
	n := 0
	for n < len(t) && n < 8 && strings.IndexByte(" \t_-.:=\"'`\\,|>(", t[n]) >= 0 {
		n++
	}
	return n
}

func digits(t string) int {
	n := 0
	for n < len(t) && isDigit(t[n]) {
		n++
	}
	return n
}

// serviceKey judges a token by whether the text speaks of a key.
func serviceKey(v string, said bool) bool {
	n := kindsOf(v)
	if placeholder(v) || pathLike(v) || strings.Count(v, "/") > 2 {
		return false
	}
	if !said {
		return len(v) >= 24 && n.digit >= 4 && n.lower+n.upper >= 4 && n.other*8 < len(v) &&
			(random(v, 24) || isHex(v) && digest(v) || len(v) >= 32 && entropy(v) >= 3.5 && !wordy(v))
	}
	switch {
	case len(v) < 14:
		return false
	case n.digit == len(v):
		return len(v) >= 20 && entropy(v) > 2.5
	case isHex(v) && len(v) >= 16:
		return n.digit > 0 || len(v) >= 24
	case n.digit < 3:
		return n.other*6 <= len(v) && len(v) >= 20 && (n.lower == 0 || n.upper == 0 || n.turns*5 >= len(v)) && entropy(v) >= 2.4 && !pronounceable(v)
	}
	return n.lower+n.upper >= 2 && entropy(v) >= 2.5 && !version(v) && (n.turns >= 2 || len(v) >= 24)
}

// digestNear reports whether the line before at names a digest: a commit or a checksum beside a service's name is no key.
func digestNear(t string, at int) bool {
	line := t[max(0, at-80):at]
	if cut := strings.LastIndexByte(line, '\n'); cut >= 0 {
		line = line[cut+1:]
	}
	line = strings.ToLower(line)
	for _, w := range []string{"commit", "sha", "digest", "hash", "checksum", "md5", "revision", "image", "blob", "etag", "fingerprint", "uuid", "trace", "version", "release"} {
		if strings.Contains(line, w) {
			return true
		}
	}
	return false
}

// pronounceable reports letters that could be words: enough vowels, and never five consonants in a row.
func pronounceable(v string) bool {
	vowels, run, longest := 0, 0, 0
	for i := range len(v) {
		if strings.IndexByte("aeiouyAEIOUY", v[i]) >= 0 {
			vowels++
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest < 5 && vowels*5 >= len(v)
}
