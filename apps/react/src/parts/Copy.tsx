import { copyText, words } from '@flow-query/explorer-kit'
import { shortenAddress } from '@flow-query/words'
import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from './Mark'

/** An id or address, shortened in the middle unless `whole`; a click copies all of it. */
export function Copy({ text, what, whole = false }: { text: string; what: string; whole?: boolean }) {
  return (
    <CopyButton text={() => text} what={what} title={text}>
      <span className={whole ? 'mono' : 'mono short'} translate="no">
        {whole ? text : shortenAddress(text)}
      </span>
    </CopyButton>
  )
}

interface CopyButtonProps {
  text: () => string
  what: string
  title?: string
  children: ReactNode
}

export function CopyButton({ text, what, title, children }: CopyButtonProps) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(setSaid, 2_000, '')
    return () => clearTimeout(timer)
  }, [said])

  return (
    <span className="copy">
      <button
        type="button"
        data-testid="copy"
        title={title}
        onClick={async () => setSaid((await copyText(text())) ? words.copy.done : words.copy.failed)}
      >
        <span className="sr">{words.copy.label(what)} </span>
        {children}
        <Icon name={said === words.copy.done ? 'copied' : 'copy'} />
      </button>
      <span className="copied" role="status" data-testid="copied">
        {said}
      </span>
    </span>
  )
}
