/**
 * The packages whose declared engines are ignored, because `npm run setup` would refuse them on Node 20.
 * Nuxt 4.5 and SvelteKit 3 need a newer Node, which their two sites bring along as a dependency. Stryker's questions for
 * new projects run on Node 20, but don't say so. Everything else must support Node 20.19.
 * To write the lockfile on Node 20, run `npx pnpm install --config.engine-strict=false`.
 */
const newer =
  /^(nuxt|@inquirer\/.+|mute-stream|@nuxt\/.+|@sveltejs\/kit|undici|chokidar|cookie|@babel\/.+|ast-.+|cssnano.*|postcss-.+|stylehacks|rollup-plugin-visualizer)$/

module.exports = {
  hooks: {
    readPackage({ engines, ...manifest }) {
      return newer.test(manifest.name) ? manifest : { ...manifest, ...(engines && { engines }) }
    },
  },
}
