import Link from 'next/link'

export default function Page() {
  return (
    <main>
      <h1>Flows</h1>
      <Link href="/flow/1">The first flow</Link> <Link href="/flow/999999">One that is not there</Link>
    </main>
  )
}
