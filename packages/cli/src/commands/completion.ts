import { Argument, type CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Define } from '../definition.js'

export const define: Define = (command, context) =>
  command
    .addArgument(new Argument('<shell>', 'shell that completes the words').choices(['bash', 'zsh', 'fish'] as const))
    .addHelpText(
      'after',
      `
Examples:
  source <(flow-query completion bash)   # in ~/.bashrc
  source <(flow-query completion zsh)    # in ~/.zshrc
  flow-query completion fish > ~/.config/fish/completions/flow-query.fish`,
    )
    .action(shell => {
      const program = command.parent ?? command
      context().terminal.stdout.write(
        shell === 'fish' ? fishScript(program) : `${preambles[shell]}${bashScript(program)}`,
      )
    })

/** zsh can run completions of bash. */
const preambles = { bash: '', zsh: 'autoload -Uz compinit bashcompinit && compinit && bashcompinit\n' }

function bashScript(program: CommandUnknownOpts): string {
  const names = program.commands.map(command => command.name())
  const flags = program.commands.map(command => `    ${command.name()}) flags=${quoted(flagsOf(command))} ;;`)
  const choices = [program, ...program.commands].flatMap(scope => {
    const name = scope === program ? '*' : scope.name()
    return [
      ...scope.options.map(({ long, argChoices }) => [`${name}" ${long}"`, argChoices] as const),
      ...scope.registeredArguments.map(({ argChoices }) => [`${name}" "*`, argChoices] as const),
    ]
  })
  return `_flow_query() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" flags="" words="" word
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    case "$word" in ${names.join('|')}) command="$word"; break ;; esac
  done
  case "$command" in
${flags.join('\n')}
    *) words=${quoted(names)} ;;
  esac
  case "$command $previous" in
${choices.flatMap(([pattern, words]) => (words ? `    ${pattern}) words=${quoted(words)} ;;` : [])).join('\n')}
  esac
  [[ "$current" == -* ]] && words="$flags ${flagsOf(program).join(' ')}"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _flow_query flow-query
`
}

function flagsOf(command: CommandUnknownOpts): string[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long ?? [])
}

function fishScript(program: CommandUnknownOpts): string {
  const lines = [program, ...program.commands].flatMap(scope => {
    const condition = scope === program ? '' : ` -n '__fish_seen_subcommand_from ${scope.name()}'`
    const start = `complete -c flow-query${condition}`
    const options = scope.options.map(option => {
      const value = option.argChoices
        ? ` -xa ${quoted(option.argChoices)}`
        : option.required || option.optional
          ? ' -r'
          : ''
      return `${start} -l ${option.name()}${value} -d ${quoted([option.description])}`
    })
    const choices = scope.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
    return choices.length > 0 ? [...options, `${start} -fa ${quoted(choices)}`] : options
  })
  const commands = program.commands.map(
    command =>
      `complete -c flow-query -n __fish_use_subcommand -fa ${command.name()} -d ${quoted([command.description()])}`,
  )
  return `${[...commands, ...lines].join('\n')}\n`
}

function quoted(words: readonly string[]): string {
  return `'${words.join(' ').replaceAll("'", `'\\''`)}'`
}
