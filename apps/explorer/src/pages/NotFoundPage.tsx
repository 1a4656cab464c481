import { Link } from '../router/Link'
import { paths } from '../router/paths'
import { Notice } from '../states/Notice'

export function NotFoundPage() {
  return (
    <>
      <title>Page not found · Flow Explorer</title>
      <Notice
        testId="not-found"
        level={1}
        title="Page not found"
        help="Check the address for typos. The link may also be outdated."
      >
        <Link className="button" to={paths.flows}>
          View all flows
        </Link>
      </Notice>
    </>
  )
}
