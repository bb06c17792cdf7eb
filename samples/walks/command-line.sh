# SPDX-License-Identifier: Apache-2.0
# Read by the walks: makes a folder, $work, with the command line of a Maven repository as $work/bin/hedgerow.
# shellcheck shell=sh
set -eu

fail() {
    printf '%s: %s\n' "$(basename "$0")" "$1" >&2
    exit 1
}

[ -d "${1:-}/io/hedgerow/hedgerow-cli" ] || fail "the first argument must be a Maven repository with io.hedgerow:hedgerow-cli, was '${1:-}'"
repository=$(CDPATH='' cd -- "$1" && pwd -P)
version=$(for folder in "$repository"/io/hedgerow/hedgerow-cli/*/; do basename "$folder"; done | sort -V | tail -n 1)
work=$(mktemp -d)
if [ -z "${KEEP:-}" ]; then trap 'rm -rf "$work"' EXIT; else echo "everything is in $work"; fi

mkdir "$work/bin"
cat > "$work/pom.xml" << POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>walk</artifactId>
  <version>1</version>
  <dependencies>
    <dependency><groupId>io.hedgerow</groupId><artifactId>hedgerow-cli</artifactId><version>$version</version></dependency>
  </dependencies>
  <repositories>
    <repository><id>here</id><url>file://$repository</url><snapshots><enabled>true</enabled></snapshots></repository>
  </repositories>
</project>
POM
# a local repository of its own: what was installed on this machine before must not be taken for it
(cd "$work" && mvn -q -B -ntp "-Dmaven.repo.local=${MAVEN_LOCAL:-$work/local}" dependency:build-classpath "-Dmdep.outputFile=$work/class-path")
classes=$(cat "$work/class-path")
cat > "$work/bin/hedgerow" << RUN
#!/bin/sh
exec java -XX:+UseSerialGC -cp '$classes' io.hedgerow.samples.cli.Hedgerow "\$@"
RUN
chmod +x "$work/bin/hedgerow"
PATH=$work/bin:$PATH
unset HEDGEROW_HOME
hedgerow --version
cd "$work"
