// Factline for OpenCode: hands the events of a session to `memory hook`, and the text that comes back to the model. Written by
// `memory adapter install opencode`, which writes it anew: changes belong elsewhere.
import { spawn, spawnSync } from "node:child_process"

const program = {quoted}
const patience = 2000 // milliseconds; the hook itself ends long before

export const Factline = async ({ directory }) => {
  if (process.env.MEMORY_HOOK_CHILD) return {} // started by a hook: nothing is kept or said
  const versions = new Map() // session -> version of OpenCode
  const starts = new Map() // session -> promise of the text for its first message

  const payload = (event, session, more) =>
    JSON.stringify({ hook_event_name: event, sessionID: session, directory, version: versions.get(session), ...more })
  const line = (event) => ["hook", event, "--agent", "opencode"]

  // ask gives the hook's text, "" for none and for whatever goes wrong.
  const ask = (event, session, more) =>
    new Promise((resolve) => {
      let out = ""
      const child = spawn(program, line(event), { cwd: directory, stdio: ["pipe", "pipe", "ignore"], windowsHide: true })
      const timer = setTimeout(() => child.kill(), patience)
      child.on("error", () => resolve(""))
      child.stdin.on("error", () => {})
      child.stdout.on("data", (chunk) => (out += chunk))
      child.on("close", () => {
        clearTimeout(timer)
        try {
          resolve(JSON.parse(out).context ?? "")
        } catch {
          resolve("")
        }
      })
      child.stdin.end(payload(event, session, more))
    })

  // tell does not return before the hook has what it keeps: the program may end right after these events.
  const tell = (event, session, more) => {
    spawnSync(program, line(event), {
      cwd: directory, input: payload(event, session, more), stdio: ["pipe", "ignore", "ignore"], timeout: patience, windowsHide: true,
    })
  }

  const begin = (session, source, parent) => {
    if (!starts.has(session)) starts.set(session, ask("session.created", session, { source, agent_id: parent }))
    return starts.get(session)
  }

  return {
    event: async ({ event }) => {
      const about = event.properties ?? {}
      const session = about.sessionID ?? about.info?.id
      if (!session) return
      if (about.info?.version) versions.set(session, about.info.version)
      switch (event.type) {
        case "session.created":
          begin(session, "startup", about.info?.parentID)
          break
        case "session.idle":
        case "session.deleted":
          tell(event.type, session, {})
          break
        case "session.error":
          tell(event.type, session, { message: String(about.error?.name ?? "error") })
      }
    },
    "chat.message": async (input, output) => {
      const words = output.parts.filter((p) => p.type === "text" && !p.synthetic).map((p) => p.text)
      const texts = [await begin(input.sessionID, "resume")]
      starts.set(input.sessionID, "")
      texts.push(await ask("chat.message", input.sessionID, { messageID: output.message.id, prompt: words.join("\n") }))
      texts.filter(Boolean).forEach((text, i) =>
        output.parts.push({
          id: `prt_${output.message.id.replace(/^msg_/, "")}factline${i}`, sessionID: input.sessionID, messageID: output.message.id,
          type: "text", synthetic: true, text,
        }),
      )
    },
    "tool.execute.after": async (input, output) => {
      await ask("tool.execute.after", input.sessionID, { callID: input.callID, tool: input.tool, args: input.args, output: output.output })
    },
    "experimental.session.compacting": async (input, output) => {
      const text = await ask("experimental.session.compacting", input.sessionID, {})
      if (text) output.context.push(text)
    },
  }
}
