// Talks to memory mcp with the TypeScript SDK, which checks every structured answer against the schema that the server declares.
//
//	node client.mjs MEMORY DIR    DIR is an empty directory
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [memory, dir] = process.argv.slice(2);
const home = join(dir, "home");
const repo = join(home, "my shop api");
mkdirSync(repo, { recursive: true });
const env = { HOME: home, USERPROFILE: home, PATH: process.env.PATH, MEMORY_AUTHOR: "Ada" };
const run = (...args) => execFileSync(memory, args, { cwd: repo, env, encoding: "utf8" });
run("init");
run("write", "--type", "decision", "--title", "Cursor pagination for list endpoints", "--summary", "Lists page by cursor.");

// connect starts a server elsewhere, so that only the client's root leads it to the store.
async function connect(...args) {
  const client = new Client({ name: "Typescript Client", version: "1.0.0" }, { capabilities: { roots: { listChanged: true } } });
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(repo).href, name: "shop" }] }));
  await client.connect(new StdioClientTransport({ command: memory, args: ["mcp", ...args], env, cwd: home, stderr: "inherit" }));
  await client.listTools(); // from here on structured answers are checked
  return client;
}

const text = (answer) => answer.content.map((c) => c.text).join("\n");
const client = await connect();
const all = await connect("--tools", "all");

const tests = {
  "the default tools are four, described and annotated": async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map((t) => t.name).sort(), ["memory_feedback", "memory_read", "memory_search", "memory_write"]);
    for (const t of tools) {
      assert.ok(t.description && t.inputSchema && t.outputSchema && t.annotations, t.name);
    }
    assert.equal(tools.find((t) => t.name === "memory_search").annotations.readOnlyHint, true);
    assert.ok((await all.listTools()).tools.length > 25);
  },
  "a search in the root's store, then a reading by id": async () => {
    const found = await client.callTool({ name: "memory_search", arguments: { query: "how do list endpoints page?" } });
    assert.match(text(found), /<memory [0-9a-f]+>[^]*Cursor pagination[^]*<\/memory/);
    assert.equal(found.structuredContent.ids.length, 1);
    const read = await client.callTool({ name: "memory_read", arguments: { ids: JSON.stringify(found.structuredContent.ids) } });
    assert.match(text(read), /Lists page by cursor/);
  },
  "what an agent writes waits, in any script": async () => {
    const said = await client.callTool({ name: "memory_write", arguments: { type: "fact", title: "接口每页一百条", summary: "列表接口每页返回一百条记录。", tags: ["分页"] } });
    assert.equal(said.structuredContent.status, "proposed");
    assert.match(run("review", "list"), /接口每页一百条/);
  },
  "an error is an answer that says what to do": async () => {
    const wrong = await client.callTool({ name: "memory_search", arguments: { words: "x" } });
    assert.equal(wrong.isError, true);
    assert.match(text(wrong), /unknown argument "words"; arguments: query/);
    await assert.rejects(client.callTool({ name: "memory_everything", arguments: {} }), /unknown tool/);
  },
  "feedback is kept": async () => {
    const found = await client.callTool({ name: "memory_search", arguments: { query: "cursor pagination" } });
    const kept = await client.callTool({ name: "memory_feedback", arguments: { mark: "useful", pack: found.structuredContent.pack } });
    assert.deepEqual(kept.structuredContent.ids, found.structuredContent.ids);
  },
  "every reading tool of the whole set answers by its schema": async () => {
    const { tools } = await all.listTools();
    for (const t of tools.filter((t) => t.annotations.readOnlyHint && !(t.inputSchema.required ?? []).length && t.name !== "memory_search")) {
      const answer = await all.callTool({ name: t.name, arguments: {} });
      assert.ok(!answer.isError, `${t.name}: ${text(answer)}`);
    }
  },
  "resources and prompts": async () => {
    const { resources } = await client.listResources();
    assert.equal(resources.length, 4);
    for (const r of resources) {
      const { contents } = await client.readResource({ uri: r.uri });
      assert.ok(contents[0].text.length > 0, r.uri);
    }
    assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 2);
    const { prompts } = await client.listPrompts();
    assert.equal(prompts.length, 5);
    const filled = await client.getPrompt({ name: "before_answering", arguments: { question: "how do lists page?" } });
    assert.match(filled.messages[0].content.text, /Cursor pagination/);
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok   ${name}`);
  } catch (err) {
    failed++;
    console.log(`FAIL ${name}\n${err.stack}`);
  }
}
await client.close();
await all.close();
console.log(`typescript: ${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
