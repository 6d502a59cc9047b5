package gates

import (
	"fmt"
	"strings"
)

// offTopic are prompts that no memory of a software team answers: chit-chat, commands without a subject, pasted output, other
// walks of life; English and Chinese. They are made from short lists by rule, so that one more word gives several more prompts.
func offTopic() []Question {
	var out []Question
	for _, kind := range []struct {
		name    string
		prompts []string
	}{
		{"chit-chat", chitChat},
		{"command", commands},
		{"pasted output", pasted()},
		{"other domain", fill(otherEnglish, otherTopics)},
		{"other domain, Chinese", fill(otherChinese, otherTopicsChinese)},
		{"chit-chat, Chinese", chitChatChinese},
		{"command, Chinese", commandsChinese},
	} {
		for i, text := range kind.prompts {
			out = append(out, Question{ID: fmt.Sprintf("off-topic/%s-%d", kind.name, i), Text: text, Category: kind.name, Silent: true})
		}
	}
	return out
}

// fill puts each topic into the frames in turn, three frames a topic.
func fill(frames, topics []string) (out []string) {
	for i, topic := range topics {
		for j := range 3 {
			out = append(out, strings.ReplaceAll(frames[(i+j*3)%len(frames)], "%", topic))
		}
	}
	return out
}

var chitChat = []string{
	"hi", "hello there", "good morning", "hey, how are you today?", "thanks!", "thank you so much, that was great", "ok", "ok cool", "yes", "no",
	"sounds good", "perfect", "nice work", "lol", "haha that is funny", "what do you think?", "are you sure?", "really?", "I am tired", "see you tomorrow",
	"have a nice weekend", "who are you?", "what can you do?", "are you a robot?", "do you like music?", "tell me a joke", "sing me a song",
	"what is your favourite colour?", "how old are you?", "good night", "sorry, I was away for lunch", "never mind", "hmm", "wow", "great, let's move on",
	"I appreciate it", "you are wrong", "that is not what I meant", "what a day", "happy birthday!",
}

var commands = []string{
	"continue", "go on", "try again", "do it", "do it again", "undo that", "stop", "wait", "explain", "explain that again in simpler words", "make it shorter",
	"make it better", "fix it", "fix this", "rewrite this paragraph", "translate this to French", "summarise the above", "next", "show me more", "less detail please",
	"please proceed", "yes, go ahead with option 2", "use the second one", "what is next?", "keep going until it is done", "check it once more", "looks wrong, look again",
	"say that in one sentence", "give me three alternatives", "number them", "sort this list alphabetically", "capitalise the first letters", "count the words",
	"what does this mean?", "why?", "how?", "1", "2", "a", "y",
}

var chitChatChinese = []string{
	"你好", "早上好", "谢谢", "谢谢你，太好了", "好的", "嗯", "哈哈", "你是谁", "你会做什么", "晚安", "周末愉快", "我累了", "真的吗", "你确定吗", "没关系", "讲个笑话",
	"今天过得怎么样", "明天见", "不是这个意思", "太棒了", "你多大了", "生日快乐", "再见", "对不起，我刚去吃饭了", "算了",
}

var commandsChinese = []string{
	"继续", "再来一次", "停", "等一下", "解释一下", "说得简单一点", "写短一点", "改一下", "翻译成英文", "总结一下上面的内容", "下一个", "多给一些", "请继续", "选第二个", "为什么",
	"怎么做", "再检查一遍", "给我三个方案", "按字母排序", "数一下字数", "是", "不是", "可以", "行", "先这样",
}

var otherEnglish = []string{
	"how do I %?", "what is the best way to %?", "can you recommend a book about how to %?", "my neighbour wants to %, any advice?",
	"how long does it take to %?", "what do I need to buy to %?", "is it dangerous to %?", "write a short poem about someone who tries to %",
	"what did people do a hundred years ago to %?",
}

var otherTopics = []string{
	"bake sourdough bread", "grow tomatoes on a balcony", "train for a marathon", "learn to play the violin", "knit a scarf", "repair a bicycle tyre",
	"teach a dog to sit", "make strawberry jam", "visit Peru in winter", "photograph the northern lights", "get rid of moths in a wardrobe", "plan a wedding in the mountains",
	"brew coffee in a moka pot", "sleep better at night", "read palms", "carve a pumpkin", "swim across a lake", "whiten teeth at home", "keep bees",
	"paint a fence", "fold a paper crane", "climb Kilimanjaro", "polish silver cutlery", "sew a button on a coat", "catch trout in a river",
	"dance the tango", "dry lavender", "win at chess", "tame a parrot",
}

var otherChinese = []string{
	"怎么%？", "%有什么诀窍？", "第一次%要注意什么？", "%要多长时间？", "邻居想%，有什么建议？", "%要花多少钱？", "古人是怎么%的？", "写一首关于%的小诗", "%危险吗？",
}

var otherTopicsChinese = []string{
	"包饺子", "种番茄", "学拉二胡", "养金鱼", "腌咸菜", "爬泰山", "做红烧肉", "织毛衣", "钓鲤鱼", "泡功夫茶", "打太极拳", "剪窗花", "酿米酒", "治失眠", "拍星空",
}

// pasted is output that somebody dropped into the prompt without a question.
func pasted() (out []string) {
	for i, host := range []string{"orchid", "heron", "basalt", "willow", "cobalt", "juniper", "marlin", "sparrow", "granite", "lotus"} {
		out = append(out,
			fmt.Sprintf("Nov %d 03:1%d:07 %s kernel: [%d.%06d] usb 1-%d: new high-speed device number %d", i+1, i, host, 4000+i*17, i*3911, i, i+2),
			fmt.Sprintf("%s\n64 bytes from 203.0.113.%d: icmp_seq=%d ttl=5%d time=%d.%d ms", host, i+7, i, i%10, 10+i, i),
			fmt.Sprintf("total %d\ndrwxr-xr-x  %d %s %s 4096 Oct %2d 1%d:02 Pictures\n-rw-r--r--  1 %s %s %d Oct %2d 09:4%d holiday.jpg", i*8, i+2, host, host, i+3, i%10, host, host, 1000+i*77, i+5, i),
			fmt.Sprintf("%%CPU %%MEM COMMAND\n%d.%d  0.%d Xorg\n 0.%d  1.%d pulseaudio\n 3.%d  2.%d gimp", i, i+1, i, i, i+2, i, i),
		)
	}
	return out
}
