import type { Flow } from '@flow-query/core'
import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from 'react'
import { useSearchKey } from '../filters/use-search-key'
import { paths, searchPath } from '../router/paths'
import { useLocation, useNavigate } from '../router/router'
import { Mark } from '../values/Mark'
import { endedAsPlanned, icons } from '../values/marks'
import { Status } from '../values/Status'
import { Verdict } from '../values/Verdict'
import { useKnownVerdict } from '../verdicts/KnownVerdicts'
import type { SearchOption } from './answers'
import { isMac, useCommandKey } from './use-command-key'
import { useSearchAnswers } from './use-search-answers'

/** The search field of the header. Ctrl K focuses it on all pages, and `/` on pages without their own search field. */
export function Search() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const { options, note } = useSearchAnswers(text, isOpen)
  // Enter opens the first answer to a text.
  const active = Math.min(chosen ?? (text.trim() ? 0 : -1), options.length - 1)
  useSearchKey(input, pathname !== paths.flows)
  useCommandKey(() => {
    input.current?.focus()
    input.current?.select()
    setOpen(true)
  })

  function type(text: string) {
    setText(text)
    setChosen(null)
    setOpen(true)
  }

  function open(to: string | null) {
    if (to === null) return
    navigate(to)
    setText('')
    setChosen(null)
    setOpen(false)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    open(options[active]?.to ?? searchPath(text))
  }

  function move(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && isOpen) {
      // Otherwise, the browser also clears the field.
      event.preventDefault()
      setOpen(false)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    if (!isOpen) setOpen(true)
    else if (options.length) setChosen((active + step + options.length) % options.length)
  }

  return (
    <search className="search">
      <form onSubmit={submit}>
        <label className="input">
          <span className="sr">Search for flows, owners, bookmarks and pages</span>
          <Mark path={icons.search} />
          <input
            ref={input}
            type="search"
            role="combobox"
            data-testid="search"
            placeholder="ID, owner or label"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            aria-keyshortcuts={isMac ? 'Meta+K /' : 'Control+K /'}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? list : undefined}
            aria-activedescendant={isOpen && active >= 0 ? `${list}-${active}` : undefined}
            value={text}
            onChange={event => type(event.target.value)}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={move}
          />
          <span className="shortcut" aria-hidden="true">
            {isMac ? '⌘ K' : 'Ctrl K'}
          </span>
        </label>
      </form>
      {isOpen && (
        <div className="search-popup" data-testid="search-popup">
          <p className="note" role="status" data-testid="search-note" hidden={note === null}>
            {note}
          </p>
          <div id={list} role="listbox" aria-label="Answers" tabIndex={-1}>
            {options.map((option, index) => (
              <Option
                key={option.to}
                id={`${list}-${index}`}
                option={option}
                isActive={index === active}
                onOpen={() => open(option.to)}
              />
            ))}
          </div>
        </div>
      )}
    </search>
  )
}

interface OptionProps {
  id: string
  option: SearchOption
  isActive: boolean
  onOpen: () => void
}

function Option({ id, option: { text, kind, flow }, isActive, onOpen }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The focus stays in the field, which handles the keys.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      data-testid="search-option"
      onMouseDown={event => event.preventDefault()}
      onClick={onOpen}
    >
      <bdi className="ellipsis">{text}</bdi>
      <span className="kind muted">{kind}</span>
      {flow && (
        <span className="state">
          <State flow={flow} />
        </span>
      )}
    </div>
  )
}

/** The flow's verdict if it is known, and its status otherwise. */
function State({ flow }: { flow: Flow }) {
  const verdict = useKnownVerdict(flow)
  if (!verdict || endedAsPlanned(verdict)) return <Status flow={flow} verdict={verdict} testId="search-status" />
  return <Verdict verdict={verdict} />
}
