import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { LiveMark } from './live-mark'
import { Providers } from './providers'
import { address } from './server'

export const metadata = { title: 'Flows', icons: 'data:,' }

export default async function Layout({ children }: { children: ReactNode }) {
  // The environment is read where the site runs, not where it is built.
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
