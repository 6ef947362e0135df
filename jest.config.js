/** One runner for every kind of test; the suffix of a file tells what it may touch (see CONTRIBUTING.md). */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testRegex: String.raw`\.(spec|int-spec|e2e-spec)\.ts$`,
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { [String.raw`^(\.{1,2}/.*)\.js$`]: '$1' },
  transform: { [String.raw`^.+\.ts$`]: ['@swc/jest'] },
  maxWorkers: 2,
};
