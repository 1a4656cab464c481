import Link from 'next/link'

export default function Page() {
  return (
    <main>
      <h1>Flows</h1>
      <Link href="/flow/1">First flow</Link> <Link href="/flow/999999">Missing flow</Link>
    </main>
  )
}
