import { useState } from 'react'
import type { Code } from './sources'

/** Shows code with a button that copies it. */
export function Source({ name, code, html }: Code) {
  const [copied, setCopied] = useState('')

  async function copy() {
    await navigator.clipboard.writeText(code)
    setCopied(code)
  }

  return (
    <section aria-labelledby={name}>
      <header>
        <h2 id={name}>{name}</h2>
        <button type="button" onClick={copy}>
          {copied === code ? 'Copied' : 'Copy'}
        </button>
      </header>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML comes from files of this app. */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}
