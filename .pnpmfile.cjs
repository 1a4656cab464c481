/**
 * What Nuxt 4.5 and SvelteKit 3 bring along needs a newer Node than the floor, and so do only the sites of these two, which
 * bring that Node too. The lockfile asks nothing of it, and everything else must run on the floor.
 * To write the lockfile on an older Node: `npx pnpm install --config.engine-strict=false`.
 */
const newer =
  /^(nuxt|@nuxt\/.+|@sveltejs\/kit|undici|chokidar|cookie|@babel\/.+|ast-.+|cssnano.*|postcss-.+|stylehacks|rollup-plugin-visualizer)$/

module.exports = {
  hooks: {
    readPackage({ engines, ...manifest }) {
      return newer.test(manifest.name) ? manifest : { ...manifest, ...(engines && { engines }) }
    },
  },
}
