package secrets

import "strings"

// services are names of services that hand out keys without a format of their own: a random token beside one of them is a key. The
// list is the common ground of public scanners and API directories; a name that is also an everyday word is in everyday instead.
const services = `abstractapi abyssale accuweather adafruit adzuna aeroworkflow ahrefs airbrake airtable airvisual aiven alchemyapi alegra alienvault
	algolia allsports alphavantage amplitude anypoint apacta api2cart apideck apiflash apify apilayer apimatic apitemplate appcues appdynamics appfollow
	appoptics appsflyer appsynergy apptivo appveyor artifactory asana assemblyai auth0 autodesk autoklose avazapersonal aviationstack axonaut aylien ayrshare
	azuredevops bannerbear baremetrics beebole besnappy besttime betterstack billomat bitbar bitcoinaverage bitfinex bitmex bitpay blazemeter blitapp blogger bombbomb
	borgbase braintree brandfetch browserstack browshot bscscan buddyns budibase bugherd bugsnag buildkite bulksms bunnycdn buttercms caflou calendarific
	calendly calorieninja campayn capsulecrm captaindata carboninterface cashboard caspio censys centralstationcrm cexio chartmogul chatfule
	checklyhq checkvist clarifai clearbit clickhelp clicksend clickup clinchpad clockify clockworksms closecrm cloudconvert cloudelements cloudflare
	cloudimage cloudinary cloudmersive cloudplan cloudsmith clustdoc codacy codeclimate codecov codemagic codequiry coinapi coinbase coinlayer coinlib coinmarketcap
	commercejs companyhub contentful contentstack convertapi convertkit copyscape coralogix countrylayer coveralls craftmypdf crowdin cryptocompare currencycloud
	currencyfreaks currencylayer currencyscoop currentsapi customerguru customerio databox databricks datadog debounce deepai deepgram deepseek
	delighted detectify detectlanguage diffbot diggernaut digitalocean discord disqus dnscheck docparser documo docusign dotdigital dovico dronahq droneci
	dropbox dwolla dynadot dynalist dynatrace easyinsight edamam edenai elasticemail elevenlabs enablex endorlabs etherscan ethplorer eventbrite everhour exchangeratesapi
	exchangerateapi extractorapi faceplusplus fastforex fastly feedier fetchrss filestack fileio finage finnhub firebase fixerio flatio flickr flightapi
	flightlabs flightstats flowflu flutterwave formbucket formcraft formsite foursquare frameio freshbooks freshdesk freshservice fullstory fxmarket geckoboard geoapify
	geocodify geocodio geoipifi getgeoapi getgist getresponse getsandbox gitguardian gitter glassnode gocanvas gocardless godaddy goodday grafana graphcms graphhopper
	groovehq gtmetrix guardianapi gumroad happyscribe hellosign helpcrunch helpscout hereapi heroku hiveage holidayapi honeycomb html2pdf hubspot
	huggingface hybiscus hypertrack iconfinder iexcloud imagekit imagga infura insightly instabot instamojo integromat intercom interseller invoiceocean
	ip2location ipapi ipgeolocation ipinfo ipinfodb ipquality ipstack jotform jumpcloud kanbantool karmacrm keenio keycdn kickbox klaviyo
	klipfolio knapsackpro kucoin languagelayer larksuite launchdarkly leadfeeder lemlist lemonsqueezy lessannoyingcrm linkpreview liveagent livestorm loadmill
	locationiq loggly loginradius logzio lokalise loyverse lunchmoney magicbell mailboxlayer mailchimp mailerlite mailgun mailjet mailmodo mailsac mandrill
	mapbox mapquest marketstack mattermost mavenlink maxmind meaningcloud mediastack meistertask mesibo messagebird metabase metaapi metrilo mindmeister
	mistralai mixmax mixpanel mockaroo monkeylearn moonclerk moosend moralis mrticktock myfreshworks myintervals nethunt netlify neutrinoapi newrelic newsapi newscatcher
	nexmo nftport ngrok nicereply nightfall noticeable nozbe numverify nutritionix nylas nytimes oanda okta omnisend onedesk onelogin onepagecrm onesignal onwaterio
	oopspam opencagedata opengraphr openuv openvpn openweather openweathermap opsgenie optimizely overloop owlbot packagecloud pagarme pagerduty
	pandadoc pandascore paperform paralleldots parsehub parseur partnerstack pastebin paydirt paydirtapp paymongo paypal paystack pdflayer pdfshift peopledatalabs pepipost
	pinecone pipedream pipedrive pivotaltracker pixabay planetscale planview planyo plivo poloniex pollsapi positionstack postageapp posthog postman
	postmark powrbot prodpad prospectcrm protocolsio proxycrawl pubnub pulumi purestake pushbullet pushover pusherapp qualaroo qubole rapidapi razorpay reachmail
	reallysimplesystems rebrandly rechargepayments refiner rentman repairshopr replicate replyio requestfinance restpack revampcrm ringcentral ritekit rocketreach rollbar
	roninapp route4me rownd rubygems runrunit salesblink salescookie salesflare salesforce salesmate satismeter saucelabs scaleway scrapeowl scraperapi
	scraperbox scrapestack scrapfly scrapingant scrapingbee screenshotapi screenshotlayer scrutinizerci securitytrails selectpdf sendbird sendgrid sendinblue
	serphouse serpapi serpstack serper sherpadesk shipday shodan shopify shotstack shutterstock signalwire sigopt simplesat simplynoted simvoly sinchmessage siteleaf
	skrapp skrappio skybiometry smartsheet smartsheets smartystreets snipcart snyk sonarcloud sonarqube sparkpost speechtextai splunk spoonacular sportsmonk spotify squarespace
	sslmate statuscake statuspage statuspal stitchdata stockdata storecove stormboard stormglass storyblok storychief strava stripo stytch
	sugester sumologic supabase supernotes surveyanyplace surveybot surveysparrow survicate swiftype tallyfy taxjar teamgate teamworkcrm teamworkdesk
	teletype telnyx text2data textmagic theoddsapi thinkific thousandeyes ticketmaster tickettailor tiingo timecamp timezoneapi tmetric todoist toggl toggltrack
	tokeet tomorrowio tomtom tradier transferwise travelpayouts travisci trello truenas twelvedata twilio twitch tyntec typeform typetalk ubidots uclassify
	unifyid unsplash upcdatabase uplead uploadcare uptimerobot urlscan userflow userstack vatlayer vbout veriphone verimail versioneye viewneo virustotal
	visualcrossing voicegain vouchery vpnapi vultr wakatime walkscore wandb weatherapi weatherbit weatherstack web3storage webflow webscraper websitepulse wepay whoxy
	wistia woopra worksnaps workstack worldcoinindex worldweather wrike yandex yousign zendesk zenkit zenrows zenscrape zenserp
	zeplin zerobounce zerotier zipapi zipbooks zipcodeapi zipcodebase zohocrm zonkafeedback zulipchat`

// everyday are services whose name is a common word, or stands beside identifiers that are no keys: the text must also speak of a key.
const everyday = `adobe beamer bitbucket checkout cicero cloze coda codesandbox confluence copper dandelion deputy enigma fibery fulcrum gemini
	gengo harvest hunter impala jenkins jira juro karma kontent kraken lexigram linear linemessaging luno lyft mailtrap miro mite monday nimble
	notion nuget octopus paypal podio polygon portainer prefect prospect protocols pusher ramp raven readme roaring sanity scalr semaphore sentry shortcut square
	streak swell tatum teamwork tefter twitter vercel vyte webex yelp zapier facebook instagram linkedin microsoft google oracle`

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
