import { copyText, isOwnerAddress, paths, words } from '@flow-query/explorer-kit'
import { shortenAddress } from '@flow-query/words'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from './Mark'

interface AddressProps {
  address: string
  what: string
  /** Where it leads; an owner's page by default, and nowhere for an address of another chain. */
  to?: string | undefined
  whole?: boolean
  testId?: string
}

/** An address, shortened in the middle unless `whole`: it leads to its page, and the button beside it copies it. */
export function Address({ address, what, to, whole = false, testId }: AddressProps) {
  const target = to ?? (isOwnerAddress(address) ? paths.owner(address) : null)
  const text = whole ? address : shortenAddress(address)
  return (
    <span className="address">
      {target ? (
        <Link className="mono" to={target} title={address} translate="no" data-testid={testId}>
          {text}
        </Link>
      ) : (
        <span className="mono" title={address} translate="no" data-testid={testId}>
          {text}
        </span>
      )}
      <CopyButton text={() => address} what={what} />
    </span>
  )
}

/** An id or a denom that leads nowhere. */
export function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <span className="address">
      <span className="mono" title={text} translate="no">
        {shortenAddress(text)}
      </span>
      <CopyButton text={() => text} what={what} />
    </span>
  )
}

/** Copies; without `children` it is a mark alone. */
export function CopyButton({ text, what, children }: { text: () => string; what: string; children?: ReactNode }) {
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
        className={children ? undefined : 'quiet'}
        data-testid="copy"
        aria-label={words.copy.label(what)}
        title={words.copy.label(what)}
        onClick={async () => setSaid((await copyText(text())) ? words.copy.done : words.copy.failed)}
      >
        <Icon name={said === words.copy.done ? 'copied' : 'copy'} />
        {children}
      </button>
      <span className="copied" role="status" data-testid="copied">
        {said}
      </span>
    </span>
  )
}
