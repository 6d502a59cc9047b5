package firewall

import (
	"sync"

	"github.com/factline/memory/internal/lazyregexp"
)

// lure is one way to give orders to a model. A text is matched in its folded form: lower case, NFKC, look-alikes as ASCII.
type lure struct {
	name, pattern string
}

// lures tell orders to a model from orders among people: "always run make fmt" is a convention, "ignore your instructions"
// is not. Patterns never cross a line, and look at no more than some 100 bytes.
var lures = []lure{
	{"ignore_previous",
		`\b(?:ignore|disregard|forget|override|bypass|discard)\b[^.\n]{0,30}\b(?:previous|prior|above|preceding|earlier|foregoing|your|you(?:'ve| have) been|system)\b[^.\n]{0,30}\b(?:i?nst?r?uctions?|iunstructions?|prompts?|rules|directions?|directives?|guidelines?|commands?|messages?|programming|training|orders|assignments?|tasks?|restrictions?|text|told|inputs?|context)\b`},
	{"ignore_all",
		`\b(?:ignore|disregard|forget)\b (?:all|any|every|the|these|those|all of the|all the|my|everything|all your|all other)? ?(?:\w+ )?(?:instructions?|prompts?|directives?|you (?:know|were told|have been told)|(?:that was |i )?(?:said|told you)|before (?:this|that)|above)\b`},
	{"ignore_person", `\b(?:ignore|disregard|forget|overrule|do not (?:mind|heed|obey|listen to|follow)|don't (?:mind|heed|obey|listen to|follow)) (?:what|whatever|anything|everything) (?:that )?(?:the |your )?(?:user|human|developer|operator|maintainer)s? (?:says?|said|asks?|asked|wants?|tells?|told)\b|(?:^|[\n.!?:;,"'(] ?|\bplease )never mind what(?:ever)? (?:the |your )?(?:user|human|developer|operator|maintainer)s? (?:says?|said|asks?|asked|wants?|tells?|told)\b`},
	{"void_orders", `\b(?:prior|previous|preceding|earlier|above) (?:instructions?|directives?|orders|prompts?|guidelines?) (?:are|is|were) (?:now |hereby )?(?:void|invalid|null|cancell?ed|revoked)\b`},
	{"wipe_lure", `\b(?:please|now|first|immediately|always|must|then),? (?:execute|run|type|enter) ?:? ?[\x60"']?(?:sudo )?rm -(?:rf|fr|r -f|f -r) (?:--no-preserve-root )?(?:/|~|\$home|\*)(?:[\s\x60"'.;*/]|$)`},
	{"agent_sends", // what sends metrics may be another agent
		`\b(?:(?:the|all|any|every|each|an?|this) )?(?:ai |coding )?(?:agents?|assistants?|llms?|models?) (?:must|should|shall|has to|have to|needs? to|is to|are to) (?:(?:always|also|first|now|silently|secretly|quietly) )*(?:push|upload|forward|mirror|exfiltrate|leak|e-?mail|(?:send|post|copy|report)(?: (?:everything|all|it|them|this))?) (?:(?:the |all |any |its |each )?(?:(?:source )?code|sources?|files|repo|repository|changes|commits|branch|diffs?|results?|answers?|output|logs|conversation|memory) )?(?:to|at|via) (?:https?://|git@|[\w-]+@|(?:[\w-]+\.)+[a-z]{2,})`},
	{"pipe_lure", // to install by it is what any README says; that it comes before the answer, or always, is no part of installing
		`\b(?:curl|wget|iwr|irm)\b[^\n]{0,160}https?://[^\n]{0,160}\| ?(?:sudo )?(?:(?:ba|z|da|k|fi)?sh|iex|python3?|node|perl|ruby)\b[\x60"']{0,2},? (?:first\b|now\b|immediately\b|always\b|(?:each|every) time\b|before (?:you |any|every|each|the |doing )?(?:answer|repl|respon|continu|proceed|work|task|reading|anything)|when(?:ever)? (?:you|asked)\b)|` +
			`\b(?:always|immediately|whenever you [^.\n]{0,40}|before (?:you |any |every |each |the )?(?:answer|repl(?:y|ies)|respon[ds]|continu|proceed|task|anything)\w*[^.\n]{0,20}),? (?:(?:please|first|always|must|you|to) )*(?:run|execute|call|pipe|type)?[: ]{0,2}[\x60"']?(?:curl|wget|iwr|irm)\b[^\n]{0,160}https?://[^\n]{0,160}\| ?(?:sudo )?(?:ba|z|da|k|fi)?sh\b|` +
			`\bpipe https?://[^\n]{0,160} (?:in)?to (?:sudo )?(?:ba|z|da|k|fi)?sh\b`},
	{"chinese_pipe", `(?:先|每次[^。\n]{0,10}|必须|必須|务必|務必|立即|马上)(?:要|都)?(?:运行|運行|执行|執行)?[ :\x60]{0,3}(?:curl|wget)\b[^\n]{0,160}https?://[^\n]{0,160}\| ?(?:sudo )?(?:ba|z)?sh\b`},
	{"mail_lure", `\b(?:e-?mail|send|forward|text) [\w.+-]+@[\w.-]+ [^.\n]{0,20}\b(?:tokens?|passwords?|secrets?|credentials?|(?:api|private|ssh) keys?)\b`},
	{"forget_everything", `\b(?:please )?forget (?:all|everything|what|about everything)\b`},
	{"role_tag",
		`<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)[^>\n]{0,20}\|?>|\[/?inst\]|<<sys>>|</?(?:system|assistant|user|information|tool_result|function_results)>|#{2,} ?\(?system(?:_message| message| prompt|:)|\(system_message\)`},
	{"role_line",
		`(?:^|\n|<!--)[ >*#"']*(?:system|assistant|developer|system message|system prompt|new instructions?|important instructions?)[*"']? ?: ?\w+ \w+ \w+`},
	{"role_within", // the same behind what opens a carrier; "the build system: you must" is another one
		`(?:^|[\n"'(\[|>\-=:.,!` + "`" + `])[ *"']*(?:system|developer|assistant|agent)(?: message| prompt| note| notice| override| update)?[*"']? ?[:>] ?(?:attention,? |important,? )?(?:you|agents?|the (?:agent|assistant|model)|all agents) (?:must|shall|should|will|have to|has to|need to|are (?:to|required|now))\b`},
	{"called_out",
		`\b(?:important|attention|urgent|critical|warning|note|notice|reminder) ?[:!] ?(?:dear |all )?(?:ai |coding )?(?:agents?|assistants?|models?|claude|chatgpt|llms?|bots?) ?[,:!] ?\w`},
	{"also_send",
		`\b(?:whenever|each time|every time|any time|when|before|after|once) you (?:\w+ ){0,4}\w+,? (?:always |please |you must |you should )?(?:also|secretly|silently|quietly) (?:\w+ ){0,2}(?:push|send|post|upload|copy|forward|report|fetch|call|run|curl)\b[^\n]{0,60}(?:https?://|git@|webhook)`},
	{"role_play",
		`\b(?:i want you to|i need you to|you will|you must|you should|you shall|you are going to|you're going to|you are to|you can|from now on,? (?:you|please|always|i)|please|hello,? chatgpt|let'?s|now,? you|now|i'd like you to|could you) (?:also )?(?:immerse|act|behave|pretend|role-?play|simulate|imagine|play the (?:role|part)|respond as|answer as|speak as|be playing|be acting|always answer|start acting)\b|\byou are now (?:an? |in |the |going |free|dan|my )|\bpretend (?:that )?(?:you|to be)\b|\b(?:act|acting|behave) (?:as if you|as though you|like you|as an? (?:ai|unrestricted|unfiltered|evil|assistant|linux|character))\b|\bstay in character\b|\byou are going to (?:act|pretend|role)|\bimagine you(?:'re| are)\b`},
	{"to_the_model",
		`\bto you,? (?:the )?(?:ai|llm|assistant|chatgpt|claude|language model|ai model)\b|\b(?:dear|hey|hello|hi|attention|note to|message (?:for|to)|instructions? (?:for|to)) (?:the |any |all |future )?(?:ai|llm|chatgpt|gpt|claude|language model|ai assistant|ai agent|ai model|coding agent|assistant)s?\b|\bif you(?:'re| are) (?:an? |the )(?:ai|llm|large language model|language model|ai assistant|ai agent|coding agent|assistant)\b`},
	{"reveal_prompt",
		`\b(?:reveal|print|show|repeat|output|display|translate|tell|give|leak|expose|recite|return|spell|write|copy|what(?:'s| is| was| are| were))\b[^.\n]{0,40}\b(?:your|initial|hidden|entire|original|full|above|first|secret|confidential|previous|exact)\b[^.\n]{0,20}\b(?:prompts?|instructions)\b`},
	{"conceal",
		`\b(?:do not|don't|never|without|must not|should not) (?:ever )?(?:tell|telling|inform|informing|mention(?:ing)? (?:this|it|that|any of this)|alert|alerting|notify|notifying|let|letting|reveal(?:ing)? (?:this|it|that)|disclos(?:e|ing) (?:this|it|that))\b[^.\n]{0,20}\b(?:to )?(?:the |your )?(?:user|human|developer|operator|anyone|owner|person)\b`},
	{"tool_lure",
		`<(?:tool_call|function_calls?|invoke)\b|\bbefore you can (?:solve|do|answer|complete|help|continue|proceed)\b|\byou (?:must|need to|have to|should) (?:first |now |immediately |always )?(?:call|invoke|use|run|execute) (?:the )?[\w.-]{2,40} (?:tool|function)\b`},
	{"call_with", `\b(?:call|invoke|use|run|execute) (?:the )?(?:tool [\w.:/-]{2,60}|[\w.:/-]{2,60} tool) with (?:the )?(?:\w+ ){0,2}\{`},
	{"keys_with_requests",
		`\bfrom now on\b[^.\n]{0,20}\b(?:append|add|include|attach|embed|put|send|paste)\b[^.\n]{0,30}\b(?:api[ _-]?keys?|secrets?|credentials?|passwords?|access tokens?|tokens?|private keys?)\b|\b(?:append|add|include|attach|embed|put|send|paste)\b[^.\n]{0,30}\b(?:api[ _-]?keys?|secrets?|credentials?|passwords?|access tokens?|private keys?)\b[^.\n]{0,24}\b(?:every|each|all|any) (?:\w+ ){0,2}(?:requests?|calls?|commits?|messages?|files?|urls?|answers?|replies|reply) (?:that )?you (?:make|send|write|give|create|push)\b`},
	{"exfiltrate",
		`\b(?:send|post|upload|forward|transmit|e-?mail|exfiltrate|leak|append|encode)\b[^.\n]{0,60}\b(?:api[ _-]?keys?|secrets?|credentials?|passwords?|access tokens?|ssh keys?|private keys?|environment variables?|env vars|conversation|chat history|chat log|user'?s? (?:data|files|messages|code)|(?:security|verification|2fa|mfa) codes?|contents? of)\b[^\n]{0,60}(?:\bto\b|\bat\b|\bvia\b)[^\n]{0,20}(?:https?://|[\w.'"]+@[\w-]+|attacker|webhook|external|remote server|my server)`},
	{"secret_file",
		`\b(?:send|post|upload|forward|transmit|e-?mail|exfiltrate|leak|push)\b[^.\n]{0,40}(?:[ /~"'\x60(]\.env(?:\.(?:local|prod|production|staging))?[ "'\x60),]|\.ssh/|id_rsa|id_ed25519|\.aws/|\.netrc|\.npmrc|\.pgpass|\.git-credentials|\.kube/config|kubeconfig)[^\n]{0,40}\b(?:to|at|via) (?:https?://|[\w.-]+@|(?:[\w-]+\.)+[a-z]{2,})`},
	{"exfiltrate_image", `!\[[^\]\n]{0,80}\]\(https?://[^)\n]{0,200}[?&][^)\n]{0,80}(?:\{|\$\{|<|%7b|=data|=secret|=token|=history)`},
	{"exfiltrate_shell", `\b(?:curl|wget)\b[^\n]{0,120}(?:@~?/?[\w./-]{0,40}(?:\.ssh|\.env|\.aws|id_rsa|credentials)|\$\((?:cat|env|printenv|base64)|` + "`" + `(?:cat|env|printenv))`},
	{"memory_lure",
		`\b(?:remember|store|save|memori[sz]e|add)\b[^.\n]{0,40}\b(?:in|to|into) your (?:long-?term )?memory\b|\bremember (?:this )?forever\b|\bin all (?:future|subsequent) (?:conversations|sessions|responses|chats)\b|\bfor (?:all|every) future (?:conversations?|sessions?|responses?|requests?)\b`},
	{"new_orders",
		`\b(?:here (?:is|are) (?:your )?(?:the )?new|your new|new|updated|my) (?:instructions?|task|objective|orders|directives?) ?(?:is|are|:)|\bstrictly (?:adhere|follow|obey)\b|\b(?:you must|you will|you have to|always) (?:obey|comply with|strictly follow|follow (?:all )?(?:of )?(?:these|my|the following) (?:instructions|rules|commands|orders))\b|(?:^|\n)\W{0,4}instructions? ?: ?\w+ \w+|\\n ?instructions? ?:`},
	{"jailbreak",
		`\bdo anything now\b|\b(?:dan|developer) mode (?:enabled|activated|on|output)\b|\b(?:no|without|free (?:from|of)|ignor\w+|not bound by|any)\b[^.\n]{0,24}\b(?:ethical|moral|content|openai|safety|usage) (?:guidelines?|restrictions?|polic(?:y|ies)|rules|filters?|limitations?|constraints?)\b|\b(?:unfiltered|uncensored|unrestricted) (?:and |ai|response|answer|version|mode|assistant|chatbot)`},
	{"ignore_other_languages",
		`\bignorier\w* (?:sie )?[^.\n]{0,24}(?:anweisung|instruktion)\w*|\bvergiss alles\b|\b(?:ignora|olvida|omite)\w* [^.\n]{0,12}\b(?:instrucciones|indicaciones)\b|\b(?:ignore|oublie)[zr]? [^.\n]{0,12}(?:les|vos|tes) (?:\w+ )?(?:instructions|consignes)\b|\b(?:ignor|esque|dimentica)\w* [^.\n]{0,12}(?:instruç|istruzioni)|(?:以前|これまで|上記|前)の[^。\n]{0,6}(?:指示|命令|プロンプト)[^。\n]{0,6}(?:無視|忘れ)|이전[^.\n]{0,6}(?:지시|명령)[^.\n]{0,10}(?:무시|잊)`},
	{"ignore_more_languages", // Russian as it stands folded; Polish, Dutch, Turkish, Portuguese
		`(?:игнopиpy(?:й|йтe|ть)|зaбyдь(?:тe)?|oтбpocь(?:тe)?)[^.\n]{0,30}(?:пpeдыдyщ|пpeжн|paнee|вce|вышe|cиcтeмн|cвo|твo)[^.\n]{0,24}(?:инctpykци|инcтpykци|yka?зaни|koмaнд|пpaвил|пpoмпt|пpoмпт|пoдckaзk|пoдcкaзк)` +
			`|\b(?:z?ignoruj|zapomnij|pomiń)(?:cie)?\b[^.\n]{0,30}\b(?:instrukcj|polece|wskazów)|\bnegeer\b[^.\n]{0,30}\b(?:instructies|opdrachten|aanwijzingen)|\b(?:önceki|tüm|bütün|yukarıdaki|yukaridaki)\b[^.\n]{0,30}\b(?:talimat|yönerge|komut)[^.\n]{0,20}(?:yok say|görmezden gel|unut)|\b(?:ignore|esqueça|desconsidere)\b[^.\n]{0,16}\b(?:todas as|as)\b[^.\n]{0,12}(?:instruções|orientações)`},
	{"chinese_ignore",
		`(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要理會|抛开|拋開|绕过|繞過)[^。\n]{0,12}(?:之前|以上|上面|上述|前面|先前|此前|所有|全部|一切|你的|系统|系統)[^。\n]{0,8}(?:指令|指示|提示|规则|規則|要求|设定|設定|命令|限制|内容|內容|对话|對話)`},
	{"chinese_person", `(?:忽略|无视|無視|不要理会|不要理會|别理会|别管|不用管)(?:用户|用戶|使用者|开发者|開發者)(?:的|所说的?|说的|關於[^。\n]{1,10}|关于[^。\n]{1,10})?(?:任何|一切|所有)?(?:要求|指示|指令|命令|意见|意見|话)`},
	{"chinese_role", `你现在是|从现在(?:开始|起),? ?(?:你|请你|所有)|(?:请|你|要)你?扮演|扮演一个|假装你?是|假设你是`},
	{"chinese_conceal", `(?:不要|别|切勿|请勿|不得|无需|不能)(?:让|向)?(?:告诉|告知|通知|提醒|用户知道|用户提及)[^。\n]{0,6}(?:用户|开发者|人类|任何人|我)?`},
	{"chinese_exfiltrate",
		`(?:把|将|请)?[^。\n]{0,16}(?:密钥|密码|令牌|凭证|凭据|环境变量|对话|聊天记录|源代码|私钥)[^。\n]{0,12}(?:发送|上传|转发|泄露|发到|传到|发给)[^。\n]{0,20}|(?:发送|上传|转发|泄露)[^。\n]{0,16}(?:密钥|密码|令牌|凭证|环境变量|聊天记录|私钥)[^。\n]{0,12}(?:到|至|给)`},
	{"chinese_file", `(?:\.env|\.ssh|id_rsa|id_ed25519|\.aws|\.netrc)[^。\n]{0,12}(?:发送|發送|上传|上傳|转发|轉發|泄露|发到|传到|发给)[^。\n]{0,12}https?://`},
	{"chinese_prompt", `(?:输出|显示|告诉我|泄露|打印|重复|说出|给出)[^。\n]{0,12}(?:系统提示|提示词|初始指令)`},
	{"from_now_on", `\bfrom now on,? you (?:are|have no|have the)\b|\bas an? (?:ai|llm|language model|coding agent|ai assistant|ai model|ai agent),? (?:you|always|never|ignore|please)\b|\bas the (?:ai|llm|language model|coding agent|assistant|model|agent|ai assistant|ai model|ai agent),? you (?:must|should|shall|will|have to|need to|are (?:to|required|expected))\b`},
	{"hands_over", // the contents of a file of keys, by a tool or an answer
		`\b(?:call|invoke|use|run|execute|send|post|e-?mail|message|reply|answer|respond|paste|include|attach|print|output)\b[^\n]{0,60}\b(?:with|the) (?:the )?(?:full |whole |raw )?contents? of [^\n]{0,24}(?:\.ssh/|id_rsa|id_ed25519|\.aws/|\.netrc|\.npmrc|\.pgpass|\.git-credentials|kubeconfig|\.kube/|/etc/shadow|/etc/passwd|[ /~"'\x60(]\.env(?:[^.\w]|$))`},
	{"to_readers",
		`\b(?:ai|llm|coding|autonomous) ?(?:agents?|assistants?|models?|bots?) (?:(?:that|who|which) (?:read|reads|see|sees)|reading|seeing|processing|parsing) (?:this|these)\b|\b(?:whenever|when|if|each time|every time|once) (?:you|an? (?:agent|assistant|ai|model)|the (?:agent|assistant|ai|model)) (?:sees?|reads?|loads?|recalls?|retrieves?|encounters?) this (?:memory|note|text|message|item|entry)\b|\b(?:note|message|instructions?|orders?) (?:to|for) (?:the |any |all )?(?:model|agent|assistant|ai|llm)s? ?:`},
	{"what_to_answer",
		`\bthe (?:assistant|model|ai|llm) (?:should|must|shall|has to|needs to) (?:now |always |never |also |only )?(?:reply|respond|answer|output|say|comply|obey)\b|\b(?:act|acting) as (?:the |an? )(?:\w+ ){0,2}(?:administrator|admin|root user|hacker|attacker)\b`},
	{"other_rules",
		`\b(?:stop|cease|quit) (?:following|obeying|applying)\b[^.\n]{0,20}\b(?:rules|instructions|guidelines|prompts?|orders)\b|\bobey only\b|\b(?:discard|ignore|disregard|forget|drop) (?:the |all |any |all the )?(?:rules|instructions|guidelines|prompts?|directives?|orders) (?:above|before|so far|given|preceding)\b|\btreat (?:the following|this|what follows)[^.\n]{0,20}\bas (?:an? |the |your )?(?:system|developer) (?:message|prompt|instructions?)\b|#{3} ?(?:instruction|response) ?:`},
	{"consent_lure",
		`\b(?:pretend|assume|act as (?:if|though)|behave as if|consider) (?:that )?(?:the |your )?(?:user|human|developer|operator|owner) (?:has |have |had |already )*(?:approved|confirmed|agreed|consented|authori[sz]ed|given (?:consent|permission|approval))\b`},
	{"file_lure",
		`\b(?:read|cat|open|dump|copy|take|send|post|upload|attach|include|append|paste|e-?mail)\b[^\n]{0,60}(?:\.ssh/|id_rsa|id_ed25519|\.aws/credentials|/etc/shadow|/etc/passwd|\.netrc|\.env\b)[^\n]{0,60}(?:\b(?:include|attach|append|paste)\b|\b(?:in|into|to|with) (?:the|your) (?:reply|answer|response|output|message)\b|\b(?:to|at) https?:)|\b(?:append|add|include|attach|embed|put)\b[^.\n]{0,30}\b(?:api keys?|secrets|credentials|passwords|conversation|access tokens)\b[^.\n]{0,24}\b(?:to|in|into) (?:every|each|all|any) (?:urls?|links?|repl(?:y|ies)|responses?|images?|answers?)\b`},
	{"tool_json", `\{ ?"(?:tool|tool_name|tool_call|function|recipient_name)" ?: ?"[\w.:/-]+" ?, ?"(?:arguments|args|input|parameters|tool_input)" ?: ?[{"]`},
	{"false_turn", `(?:^|\n)[ >*"']*(?:assistant|ai) ?: ?(?:sure|of course|okay|yes|certainly|understood)\b`},
	{"chinese_consent", `(?:假装|假裝|视为|視為|当作|當作)[^。\n]{0,4}(?:用户|用戶|使用者)(?:已经|已經|已)?[^。\n]{0,3}(?:同意|批准|授权|授權|确认|確認)`},
	{"chinese_answer",
		`(?:回答|回复|回覆|答复)(?:之前|前)[^。\n]{0,4}(?:先|必须|必須|都要)[^。\n]{0,20}(?:读取|讀取|执行|執行|调用|調用|运行|運行|发送|發送|附上)|(?:以后|以後|今后|今後|从此|從此)(?:每次|一律|始终|始終|总是|總是)[^。\n]{0,6}(?:推荐|推薦|回复|回覆|输出|輸出|回答|附上)`},
	{"chinese_order",
		`作为(?:一个|一名)?(?:ai|人工智能|语言模型|大模型|智能体)(?:助手|模型|代理|程序)?,? ?(?:你|请|必须)|(?:系统|系統)(?:消息|提示|指令)? ?: ?[^。\n]{0,8}(?:策略|指令|规则|規則|任务|任務)(?:如下|是|变|變|:)|扮演[^。\n]{0,10}(?:管理员|管理員|黑客|骇客|超级用户)|你(?:现在|現在|已经?|已經?)(?:进入|進入|处于|處於)[^。\n]{0,4}(?:开发者|開發者|越狱|越獄|无限制|無限制|上帝)模式`},
	{"chinese_system",
		`(?:系统|系統)(?:消息|提示|指令|通知|公告)? ?: ?(?:请|請)?(?:你|智能体|助手)(?:们|們)?(?:必须|必須|务必|務必|应当|應當|需要|要|应|應)|(?:必须|必須|务必|務必|都要|都应)[^。\n]{0,4}每次(?:回答|回复|回覆|答复|提交|对话|對話|响应)[^。\n]{0,3}(?:前|后|後|时|時)[^。\n]{0,6}(?:访问|訪問|打开|打開|请求|請求|调用|調用|执行|執行|发送|發送|上传|上傳)`},
	{"chinese_tool", `(?:你必须|你务必|请立即|请马上|立即|马上)(?:先)?(?:调用|执行|运行)[^。\n]{0,16}(?:工具|命令|函数|脚本)`},
}

// lurePatterns are the patterns of lures, in their order.
var lurePatterns = sync.OnceValue(func() (out []*pattern) {
	for _, l := range lures {
		out = append(out, newPattern(l.pattern))
	}
	return out
})

// ofSomething is behind instructions that are none of the reader's: "ignore the instructions for Windows". What bounds the reader, or is all of it, is no such thing.
var (
	ofSomething = lazyregexp.New(`^ (?:for|about|on|regarding|concerning) (?:(?:the|an?|our|old|older|building|installing|using|running|setting up|how to) )*(\w+)`)
	ofReaders   = lazyregexp.New(`^(?:you\w*|this|that|these|those|it|now|rest|all|any|every\w*|above|previous|safe\w*|secur\w*|priva\w*|secrets?|credential\w*|keys?|tokens?|passwords?|polic\w*|approv\w*|confirm\w*|consent|permission\w*|restrict\w*|limit\w*|tools?|agents?|assistants?|models?|ais?|llms?|chatbots?|bots?|claude|chatgpt|gpt|users?|humans?|persons?|people|sessions?|conversations?|chats?|answer\w*|respon\w*|repl\w*|outputs?|behavio\w*|content\w*|ethic\w*|moral\w*|systems?|developers?|operators?|tasks?|memory|memories|rules?|guard\w*|review\w*|which|what|how|\d.*)$`)
	allOfThem   = lazyregexp.New(`^\w+ (?:all|every|everything|my|your)\b`)
)

// in is where a lure, the i-th, stands in a text; nil for nowhere.
func (l lure) in(i int, s *searched) []int {
	if l.name != "ignore_all" {
		return lurePatterns()[i].findIn(s)
	}
	for _, at := range lurePatterns()[i].allIn(s) {
		m := ofSomething().FindStringSubmatch(s.text[at[1]:min(len(s.text), at[1]+80)])
		if m == nil || ofReaders().MatchString(m[1]) || allOfThem().MatchString(s.text[at[0]:at[1]]) {
			return at
		}
	}
	return nil
}

// instructions finds the orders to a model in text, at most one for each way.
func instructions(text string) []Finding {
	var out []Finding
	f := fold(text)
	s := search(f.text)
	for i, l := range lures {
		if at := l.in(i, s); at != nil {
			out = append(out, Finding{Rule: RuleInstruction, Start: f.original(at[0]), End: f.original(at[1]), Detail: l.name})
		}
	}
	for _, d := range deedsIn(s, false) {
		out = append(out, Finding{Rule: RuleInstruction, Start: f.original(d.at[0]), End: f.original(d.at[1]), Detail: d.name})
	}
	for _, e := range disguised(text) {
		if name := lureIn(fold(e.plain)); name != "" {
			out = append(out, Finding{Rule: RuleInstruction, Start: e.start, End: e.end, Detail: name + ", " + e.how})
		}
	}
	return out
}

// lureIn is the first lure that a folded text holds, "" for none.
func lureIn(f folded) string {
	s := search(f.text)
	for i, l := range lures {
		if l.in(i, s) != nil {
			return l.name
		}
	}
	for _, d := range deedsIn(s, false) {
		return d.name
	}
	return ""
}

// instructs reports whether instructions would find anything, and stops at the first.
func instructs(text string) bool {
	if lureIn(fold(text)) != "" {
		return true
	}
	for _, e := range disguised(text) {
		if lureIn(fold(e.plain)) != "" {
			return true
		}
	}
	return false
}
