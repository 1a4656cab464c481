const skeletonLines = [1, 2, 3, 4, 5]

/** A placeholder for a list that is not sorted yet. */
export function LinesSkeleton() {
  return (
    <ol className="lines">
      {skeletonLines.map(line => (
        <li key={line}>
          <i className="bone wide" />
          <i className="bone wider" />
        </li>
      ))}
    </ol>
  )
}
