#!/usr/bin/env bash
# Builds Google's differential-privacy library for Java from its source and installs it into a local repository of your own,
# for those who have the source and not the published jar:
#   sdk-dp/google/build-library.sh SOURCE REPOSITORY [TAG]
#   SOURCE      a clone of github.com/google/differential-privacy, bare or not
#   REPOSITORY  a directory that Maven is told as its local repository; not ~/.m2, where the jar would pass for the published one
#   TAG         v4.0.0 unless given
# Then: mvn -Pgoogle-dp -Dmaven.repo.local=REPOSITORY verify. Nothing of the source is kept.
set -euo pipefail

fail() {
    printf 'build-library: %s\n' "$1" >&2
    exit 1
}

[ $# -ge 2 ] || { sed -n '2,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 2; }
source=$1
repository=$2
tag=${3:-v4.0.0}
git -C "$source" rev-parse --quiet --verify "$tag^{commit}" > /dev/null || fail "$source has no tag $tag: fetch its tags"
mkdir -p "$repository"
repository=$(cd "$repository" && pwd -P)
case $repository/ in
    "$HOME"/.m2/*) fail "$repository must be a repository of its own: a jar in ~/.m2 would pass for the published one" ;;
esac

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
git -C "$source" archive "$tag" java/main/com/google/privacy/differentialprivacy proto | tar -x -C "$work"
# as its BUILD file leaves them out: seeded noise, and what only its tests use
rm -rf "$work"/java/main/com/google/privacy/differentialprivacy/{testing,TestNoiseFactory.java}
mkdir -p "$work/protobuf/proto"
cp "$work"/proto/{summary,data,confidence-interval}.proto "$work/protobuf/proto"

version=${tag#v}
cat > "$work/pom.xml" << POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.google.privacy.differentialprivacy</groupId>
  <artifactId>differentialprivacy</artifactId>
  <version>$version</version>
  <properties>
    <maven.compiler.release>11</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>33.4.5-jre</version></dependency>
    <dependency><groupId>com.google.protobuf</groupId><artifactId>protobuf-java</artifactId><version>4.30.1</version></dependency>
    <dependency><groupId>org.apache.commons</groupId><artifactId>commons-math3</artifactId><version>3.6.1</version></dependency>
    <dependency><groupId>com.google.errorprone</groupId><artifactId>error_prone_annotations</artifactId><version>2.37.0</version></dependency>
    <dependency><groupId>com.google.code.findbugs</groupId><artifactId>jsr305</artifactId><version>3.0.2</version></dependency>
    <dependency><groupId>com.google.auto.value</groupId><artifactId>auto-value-annotations</artifactId><version>1.11.0</version></dependency>
  </dependencies>
  <build>
    <sourceDirectory>java/main</sourceDirectory>
    <plugins>
      <plugin>
        <groupId>io.github.ascopes</groupId><artifactId>protobuf-maven-plugin</artifactId><version>3.10.3</version>
        <configuration><protocVersion>4.30.1</protocVersion><sourceDirectories><sourceDirectory>protobuf</sourceDirectory></sourceDirectories></configuration>
        <executions><execution><goals><goal>generate</goal></goals></execution></executions>
      </plugin>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId><version>3.14.0</version>
        <configuration>
          <annotationProcessorPaths>
            <path><groupId>com.google.auto.value</groupId><artifactId>auto-value</artifactId><version>1.11.0</version></path>
          </annotationProcessorPaths>
        </configuration>
      </plugin>
    </plugins>
  </build>
</project>
POM
mvn -q -B -ntp -f "$work/pom.xml" -Dmaven.repo.local="$repository" install
printf 'installed com.google.privacy.differentialprivacy:differentialprivacy:%s, built from %s of %s, into %s\n' \
    "$version" "$tag" "$source" "$repository"
