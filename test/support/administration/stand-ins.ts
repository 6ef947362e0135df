/**
 * What the commands of the guide find on the machine of an administrator and not in a test. Everything else is run as it
 * is written.
 */

/** Paths of the machine; in a test they lie below a folder of its own. */
export const PLACES = [
  '/home/admin/marina',
  '/opt/marina',
  '/etc/marina',
  '/etc/systemd',
  '/var/lib/marina',
  '/var/log',
  '/var/run/postgresql',
  '/usr/local/bin',
  '/srv/marina-backup',
  '/backup',
  '/run/secrets',
  '/run/marina',
  '/restore.key',
  '/media',
  '/app',
  '/data',
] as const;

/** Paths that may stay as they are. Commands that name any other are not run. */
export const HARMLESS = ['/dev/stdin', '/usr/sbin/nologin'] as const;

/** Why the commands below stand in for the real ones. */
export const STOOD_IN: Readonly<Record<string, string>> = {
  useradd: 'needs root, and would change the machine',
  chown: 'needs root, and a user that is not there',
  sudo: 'the test has one user',
  install: 'owners need root: all else is done',
  git: 'the tests are about the repository as it is, and not as it was committed',
  npm: 'needs the registry, and has installed and built what is tested',
  npx: 'the installed command line is the one that is meant',
  systemctl: 'needs systemd: the test starts the service by the unit',
  curl: 'the service of a test has another port, and is asked by the test',
  docker:
    'needs a container engine: the process has the environment, the folder and the files of the container',
  kubectl: 'needs a cluster: as with a container engine',
};

/** What starts and stops the service is written to `$ASKED`, and the test does it. */
export const COMMANDS = `
set -euo pipefail
useradd() { :; }
chown() { :; }
sudo() { if [ "$1 $2" = '-u marina' ]; then shift 2; fi; "$@"; }
# The repository as it is, and not as it was committed.
git() {
  case "$*" in
    'archive HEAD' | 'archive v'*) command tar --create --file=- * ;;
    'fetch --tags' | 'checkout --merge v'*) ;;
    *) return 1 ;;
  esac
}
npm() { echo "npm $*"; }
npx() { "$@"; }
systemctl() { echo "systemctl $*" >> "$ASKED"; }
curl() { echo "curl $*" >> "$ASKED"; }
# Without owners.
install() {
  local count=$#
  while ((count > 0)); do
    case $1 in
      -o | -g) shift 2; count=$((count - 2)) ;;
      *) set -- "$@" "$1"; shift; count=$((count - 1)) ;;
    esac
  done
  command install "$@"
}
_contained() {
  (
    cd "\${FOLDER:-$CONTAINER}"
    set -a
    . "$CONTAINER/container.env"
    set +a
    "$@"
  )
}
docker() {
  case "$*" in
    'compose run --rm backup')
      _with_volumes --volume "$CONTAINER/srv/marina-backup:$CONTAINER/backup" \
        marina marina backup --out "$CONTAINER/backup" --json
      ;;
    'compose run --rm '*) shift 3; _with_volumes "$@" ;;
    'compose exec marina '*) shift 3; _contained "$@" ;;
    'compose exec postgres '*) shift 3; "$@" ;;
    *) echo "docker $*" >> "$ASKED" ;;
  esac
}
_with_volumes() {
  while [ "$1" = --volume ]; do
    local paths
    IFS=: read -ra paths <<< "$2"
    [[ \${paths[1]} == "$CONTAINER"/* ]]
    rm --recursive --force "\${paths[1]}"
    ln --symbolic "\${paths[@]:0:2}"
    shift 2
  done
  shift
  _contained "$@"
}
kubectl() {
  case "$*" in
    '--namespace marina exec deployment/marina -- '*) shift 5; _contained "$@" ;;
    '--namespace marina create secret generic marina '*) shift 6; _secret "$@" ;;
    *) echo "kubectl $*" >> "$ASKED" ;;
  esac
}
_secret() { for file; do cp "\${file#--from-file=}" "$CONTAINER/run/marina/"; done; }
`;
