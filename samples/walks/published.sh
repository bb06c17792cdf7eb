# For the walks beside this file: what they use is published, in the directory of a Maven repository that is their first argument, such as
# `.ci/rehearse-release DIRECTORY` leaves. Their local repository is empty. A walk ends with another code than 0 at the first surprise.
set -euo pipefail

[ $# -ge 1 ] && [ -d "$1/io/hedgerow/hedgerow-bom" ] \
    || { echo "usage: ${0##*/} REPOSITORY, a directory as .ci/rehearse-release DIRECTORY leaves it" >&2; exit 2; }
repository=$(cd "$1" && pwd)
version=$(ls "$repository/io/hedgerow/hedgerow-bom" | grep -v maven-metadata | tail -1)
walk=$(mktemp -d)
background=
leave() {
    for process in $background; do
        kill "$process" 2> /dev/null || true
    done
    rm -rf "$walk"
}
trap leave EXIT
trap 'echo "${0##*/}: line $LINENO failed" >&2' ERR
cd "$walk"

cat > settings.xml << SETTINGS
<settings>
  <localRepository>$walk/local</localRepository>
  <profiles>
    <profile><id>published</id><repositories><repository><id>published</id><url>file://$repository</url></repository></repositories></profile>
  </profiles>
  <activeProfiles><activeProfile>published</activeProfile></activeProfiles>
</settings>
SETTINGS

# maven PROJECT GOAL...
maven() {
    local project=$1
    shift
    mvn -q -B -ntp -s "$walk/settings.xml" -f "$walk/$project/pom.xml" "$@"
}

# project NAME ARTIFACT...: a project that depends on these
project() {
    local name=$1 dependencies=
    shift
    for artifact in "$@"; do
        dependencies+="<dependency><groupId>io.hedgerow</groupId><artifactId>$artifact</artifactId><version>$version</version></dependency>"
    done
    mkdir -p "$walk/$name"
    cat > "$walk/$name/pom.xml" << POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId><artifactId>$name</artifactId><version>1</version>
  <properties><maven.compiler.release>17</maven.compiler.release><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
  <dependencies>$dependencies</dependencies>
  <build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.0</version></plugin></plugins></build>
</project>
POM
}

project program hedgerow-cli hedgerow-lab
maven program dependency:build-classpath "-Dmdep.outputFile=$walk/program/class-path"
program=$(cat program/class-path)

# The command line, as ./hedgerow in the guides.
hedgerow() {
    java -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp "$program" io.hedgerow.samples.cli.Hedgerow "$@"
}

surprise() {
    echo "${0##*/}: $1" >&2
    exit 1
}

# ends CODE COMMAND...: it must end so; what it says is in the file said
ends() {
    local expected=$1 code=0
    shift
    "$@" > said 2>&1 || code=$?
    [ "$code" = "$expected" ] || { cat said >&2; surprise "\"$*\" must end with $expected, ended with $code"; }
}

# says TEXT: the last command must have said it
says() {
    grep -qF -- "$1" said || { cat said >&2; surprise "the last command must say \"$1\""; }
}

# until_says FILE TEXT: waits until a process has written a text, three minutes at most
until_says() {
    local at
    for at in $(seq 720); do
        ! grep -qF -- "$2" "$1" 2> /dev/null || return 0
        sleep 0.25
    done
    cat "$1" >&2
    surprise "$1 must say \"$2\" within three minutes"
}
