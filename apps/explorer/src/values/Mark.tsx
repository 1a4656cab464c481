export function Mark({ path }: { path: string }) {
  return (
    <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
