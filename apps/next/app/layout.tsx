import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { LiveMark } from './live-mark'
import { Providers } from './providers'
import { address } from './server'

/** Disables the static shell, because each page waits for the node. */
export const instant = false

export const metadata = { title: 'Flows', icons: 'data:,' }

export default async function Layout({ children }: { children: ReactNode }) {
  // Makes Next read environment variables at runtime instead of at build time.
  await connection()
  return (
    <html lang="en">
      <body>
        <Providers address={address}>
          {children}
          <LiveMark />
        </Providers>
      </body>
    </html>
  )
}
