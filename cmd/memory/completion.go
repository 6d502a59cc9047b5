package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

// completionScript asks the binary itself for words, through the library's hidden flag, so the scripts never go stale.
func completionScript(c *cli.Context) (string, error) {
	if c.NArg() != 1 {
		return "", usageError{fmt.Errorf("completion takes one shell: bash, zsh, fish or powershell")}
	}
	switch shell := c.Args().First(); shell {
	case "bash":
		return `_memory_complete() {
  local cur="${COMP_WORDS[COMP_CWORD]}" words=("${COMP_WORDS[@]:0:$COMP_CWORD}")
  [[ "$cur" == -* ]] && words+=("$cur")
  local IFS=$'\n'
  COMPREPLY=($(compgen -W "$("${words[@]}" --generate-bash-completion 2>/dev/null)" -- "$cur"))
}
complete -o bashdefault -o default -F _memory_complete memory
`, nil
	case "zsh":
		return `#compdef memory
_memory() {
  local cur="${words[CURRENT]}" asked=("${words[@]:0:$((CURRENT-1))}")
  [[ "$cur" == -* ]] && asked+=("$cur")
  local -a found
  found=("${(@f)$("${asked[@]}" --generate-bash-completion 2>/dev/null)}")
  compadd -a found
}
compdef _memory memory
`, nil
	case "fish":
		return c.App.ToFishCompletion()
	case "powershell":
		return `Register-ArgumentCompleter -Native -CommandName memory -ScriptBlock {
  param($word, $ast, $position)
  $line = ($ast.CommandElements | Select-Object -SkipLast $(if ($word) { 1 } else { 0 })) -join ' '
  Invoke-Expression "$line --generate-bash-completion" 2>$null |
    Where-Object { $_ -like "$word*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`, nil
	default:
		return "", usageError{fmt.Errorf("completion %s: want bash, zsh, fish or powershell", shell)}
	}
}
