// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.hedgerow.samples.cli.Checkout;
import io.hedgerow.samples.cli.CommandLineApplication;
import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.output.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** What Helm makes of the chart are objects of Kubernetes, restricted, that fit the program and its exit codes. */
@Tag("slow")
class ChartTest {

    private static final Path CHART = Checkout.ROOT.resolve("samples/deploy/chart/hedgerow");
    private static final YAMLMapper YAML = new YAMLMapper();

    /** Nobody has to decide anything before these start again. */
    private static final Set<ExitCode> AGAIN = Set.of(ExitCode.TEMPORARY, ExitCode.INTERNAL, ExitCode.UNAVAILABLE);

    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "Job", Job.class,
            "StatefulSet", StatefulSet.class,
            "ConfigMap", ConfigMap.class,
            "PersistentVolumeClaim", PersistentVolumeClaim.class,
            "Service", Service.class,
            "NetworkPolicy", NetworkPolicy.class,
            "PodDisruptionBudget", PodDisruptionBudget.class);

    /** The classes keep what they do not know, which here is a mistake. */
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(MapperConfig<?> config, Annotated annotated) {
                    return false;
                }
            })
            .build();

    @TempDir
    Path folder;

    static TemplateCommand template(String role) {
        return new Helm(CHART)
                .template()
                .withName("wards")
                .withNamespace("research")
                .withKubeVersion("1.32.0")
                .withValuesFile(CHART.resolve("ci/" + role + "-values.yaml"));
    }

    static Map<String, HasMetadata> objects(String rendered) throws Exception {
        Map<String, HasMetadata> objects = new TreeMap<>();
        for (String document : rendered.split("(?m)^---\\s*$", -1)) {
            JsonNode tree = YAML.readTree(document);
            if (tree != null && tree.isObject()) {
                HasMetadata object = strict(tree);
                String key = object.getKind() + " " + object.getMetadata().getName();
                assertEquals(null, objects.put(key, object), key + " is there twice");
            }
        }
        return objects;
    }

    private static HasMetadata strict(JsonNode tree) {
        Class<? extends HasMetadata> kind = KINDS.get(tree.get("kind").asText());
        HasMetadata object = STRICT.readValue(tree.toString(), kind);
        assertEquals(HasMetadata.getApiVersion(kind), tree.get("apiVersion").asText());
        return object;
    }

    static <T extends HasMetadata> T only(Map<String, HasMetadata> objects, Class<T> kind) {
        List<T> found = objects.values().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
        assertEquals(1, found.size(), kind + " in " + objects.keySet());
        return found.get(0);
    }

    static PodSpec pod(Map<String, HasMetadata> objects) {
        return only(objects, Job.class).getSpec().getTemplate().getSpec();
    }

    @Test
    void chart_passesStrictLint_andIsOfThisRelease() throws Exception {
        LintResult lint = new Helm(CHART).lint().strict().call();
        assertFalse(lint.isFailed(), lint.getMessages().toString());
        JsonNode chart = YAML.readTree(CHART.resolve("Chart.yaml").toFile());
        String pom = Files.readString(Checkout.ROOT.resolve("pom.xml"));
        assertTrue(pom.contains("<version>" + chart.get("version").asText() + "</version>\n  <packaging>pom"));
        assertEquals(chart.get("version"), chart.get("appVersion"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"coordinator", "site"})
    void party_hasTheObjectsThatItNeeds_andNoUnknownField(String role) throws Exception {
        Set<String> kinds = objects(template(role).call()).keySet();
        Set<String> expected = new TreeSet<>(Set.of(
                "Job wards-" + role,
                "ConfigMap wards-" + role + "-options",
                "PersistentVolumeClaim wards-" + role + "-state",
                "NetworkPolicy wards-" + role,
                "PodDisruptionBudget wards-" + role));
        expected.add(role.equals("site") ? "PersistentVolumeClaim wards-site-anchors" : "Service wards-coordinator");
        assertEquals(expected, kinds);
    }

    @Test
    void unknownField_isNoticed() throws Exception {
        String rendered = template("site").call();
        for (String[] change : new String[][] {
            {"readOnlyRootFilesystem", "readOnlyRootFileSystem"},
            {"podFailurePolicy", "podFailPolicy"},
            {"policyTypes", "policies"},
            {"minAvailable", "minimum"}
        }) {
            assertTrue(rendered.contains(change[0]), change[0]);
            assertThrows(
                    tools.jackson.databind.exc.UnrecognizedPropertyException.class,
                    () -> objects(rendered.replace(change[0], change[1])),
                    change[1]);
        }
    }

    /** The restricted level of Kubernetes' Pod Security Standards, and a file system that is not written to. */
    @ParameterizedTest
    @ValueSource(strings = {"coordinator", "site"})
    void pod_isRestricted(String role) throws Exception {
        PodSpec pod = pod(objects(template(role).call()));
        assertTrue(pod.getSecurityContext().getRunAsNonRoot());
        assertEquals(ImageBuild.USER, pod.getSecurityContext().getRunAsUser());
        assertEquals(ImageBuild.USER, pod.getSecurityContext().getFsGroup());
        assertEquals("OnRootMismatch", pod.getSecurityContext().getFsGroupChangePolicy());
        assertEquals(
                "RuntimeDefault", pod.getSecurityContext().getSeccompProfile().getType());
        assertFalse(pod.getAutomountServiceAccountToken());
        assertEquals(null, pod.getHostNetwork());
        assertEquals(1, pod.getContainers().size());
        Container container = pod.getContainers().get(0);
        for (Container restricted : List.of(container, pod.getInitContainers().get(0))) {
            assertFalse(restricted.getSecurityContext().getAllowPrivilegeEscalation());
            assertTrue(restricted.getSecurityContext().getReadOnlyRootFilesystem());
            assertEquals(
                    List.of("ALL"),
                    restricted.getSecurityContext().getCapabilities().getDrop());
            assertEquals(
                    "1Gi", restricted.getResources().getLimits().get("memory").toString());
        }
        Set<String> writable = container.getVolumeMounts().stream()
                .filter(mount -> !Boolean.TRUE.equals(mount.getReadOnly()))
                .map(VolumeMount::getMountPath)
                .collect(Collectors.toSet());
        Set<String> expected = new TreeSet<>(Set.of("/" + ImageBuild.HOME, "/tmp"));
        if (role.equals("site")) {
            expected.add("/var/lib/hedgerow-anchors");
        }
        assertEquals(expected, writable);
    }

    /**
     * OpenShift refuses a pod that names a user or a group outside of the range of its namespace, and gives its own.
     */
    @ParameterizedTest
    @ValueSource(strings = {"coordinator", "site"})
    void pod_withoutAFixedUser_namesNone_andIsRestricted(String role) throws Exception {
        PodSpec pod = pod(objects(template(role).set("fixedUser", "false").call()));
        assertEquals(null, pod.getSecurityContext().getRunAsUser());
        assertEquals(null, pod.getSecurityContext().getRunAsGroup());
        assertEquals(null, pod.getSecurityContext().getFsGroup());
        assertTrue(pod.getSecurityContext().getRunAsNonRoot());
        assertEquals("OnRootMismatch", pod.getSecurityContext().getFsGroupChangePolicy());
        assertEquals(null, pod.getContainers().get(0).getSecurityContext().getRunAsUser());
    }

    /** A code is retried if and only if a service manager may start the process again without anybody's decision. */
    @Test
    void job_failsAtOnceForCodesThatNeedAPerson() throws Exception {
        Job job = only(objects(template("site").call()), Job.class);
        List<PodFailurePolicyRule> rules = job.getSpec().getPodFailurePolicy().getRules();
        assertEquals("FailJob", rules.get(0).getAction());
        assertEquals("In", rules.get(0).getOnExitCodes().getOperator());
        Set<Integer> expected = Arrays.stream(ExitCode.values())
                .filter(code -> code != ExitCode.OK && code != ExitCode.INTERRUPTED && !AGAIN.contains(code))
                .map(ExitCode::number)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, new TreeSet<>(rules.get(0).getOnExitCodes().getValues()));
        assertEquals("Ignore", rules.get(1).getAction());
        assertEquals("Never", job.getSpec().getTemplate().getSpec().getRestartPolicy());
        assertEquals("Failed", job.getSpec().getPodReplacementPolicy());
        assertEquals(1, job.getSpec().getParallelism());
    }

    @Test
    void stateOfOneParty_isOfOnePod_andStaysWithoutTheChart() throws Exception {
        Map<String, HasMetadata> objects = objects(template("site").call());
        for (String name : List.of("wards-site-state", "wards-site-anchors")) {
            PersistentVolumeClaim claim = (PersistentVolumeClaim) objects.get("PersistentVolumeClaim " + name);
            assertEquals(List.of("ReadWriteOncePod"), claim.getSpec().getAccessModes());
            assertEquals("keep", claim.getMetadata().getAnnotations().get("helm.sh/resource-policy"));
        }
        StatefulSet set =
                only(objects(template("site").set("workload", "StatefulSet").call()), StatefulSet.class);
        assertEquals(1, set.getSpec().getReplicas());
        assertEquals("Always", set.getSpec().getTemplate().getSpec().getRestartPolicy());
    }

    @ParameterizedTest
    @ValueSource(strings = {"coordinator", "site"})
    void optionsAndArguments_areThoseOfTheProgram(String role) throws Exception {
        Map<String, HasMetadata> objects = objects(template(role).call());
        String options = only(objects, ConfigMap.class).getData().get("options.yaml");
        Path file = Files.writeString(folder.resolve("options.yaml"), options);
        Container container = pod(objects).getContainers().get(0);
        List<String> words = new ArrayList<>(container.getArgs());
        words.replaceAll(word -> word.equals("/etc/hedgerow/options.yaml") ? file.toString() : word);
        CommandLine.ParseResult parsed = new CommandLineApplication(Hedgerow.commands(), terminal())
                .parsed(words.toArray(String[]::new))
                .subcommand();
        assertEquals(role, parsed.commandSpec().name());
        Container before = pod(objects).getInitContainers().get(0);
        CommandLine.ParseResult copy = new CommandLineApplication(Hedgerow.commands(), terminal())
                .parsed(before.getArgs().toArray(String[]::new))
                .subcommand();
        Path identity = parsed.commandSpec().findOption("--identity").getValue();
        assertEquals(identity, copy.commandSpec().findOption("--dir").getValue());
        Set<String> mounted = container.getVolumeMounts().stream()
                .map(VolumeMount::getMountPath)
                .collect(Collectors.toSet());
        for (String option :
                List.of("--study", "--roster", "--rules", "--policy", "--passphrase-file", "--data", "--home")) {
            CommandLine.Model.OptionSpec spec = parsed.commandSpec().findOption(option);
            Path value = spec == null ? null : spec.getValue();
            assertTrue(
                    value == null || mounted.stream().anyMatch(mount -> value.startsWith(mount)),
                    option + " " + value + " is not mounted: " + mounted);
        }
        assertEquals("8081", container.getArgs().get(5).split(":", 2)[1]);
        assertEquals(
                8081, container.getPorts().get(container.getPorts().size() - 1).getContainerPort());
        assertEquals("/readyz", container.getReadinessProbe().getHttpGet().getPath());
        assertEquals("/healthz", container.getLivenessProbe().getHttpGet().getPath());
        assertEquals("/healthz", container.getStartupProbe().getHttpGet().getPath());
    }

    private static Terminal terminal() {
        PrintWriter none = new PrintWriter(new StringWriter());
        return new Terminal(none, none, false, false, InstantSource.system());
    }

    @Test
    void networkPolicy_letsSitesDialInAndNobodyDialASite() throws Exception {
        NetworkPolicy hub = only(objects(template("coordinator").call()), NetworkPolicy.class);
        assertEquals(List.of(), hub.getSpec().getEgress());
        assertEquals(
                7433,
                hub.getSpec().getIngress().get(0).getPorts().get(0).getPort().getIntVal());
        assertEquals(
                "192.0.2.0/24",
                hub.getSpec().getIngress().get(0).getFrom().get(0).getIpBlock().getCidr());
        NetworkPolicy site = only(objects(template("site").call()), NetworkPolicy.class);
        assertEquals(List.of(), site.getSpec().getIngress());
        assertEquals(2, site.getSpec().getEgress().size());
        assertEquals(
                "198.51.100.7/32",
                site.getSpec().getEgress().get(0).getTo().get(0).getIpBlock().getCidr());
        for (NetworkPolicy policy : List.of(hub, site)) {
            assertEquals(List.of("Ingress", "Egress"), policy.getSpec().getPolicyTypes());
        }
    }

    /** The page's values are those of a party whose objects are complete. */
    @Test
    void valuesOfThePage_areAccepted() throws Exception {
        String page = Files.readString(Checkout.ROOT.resolve("docs/guides/kubernetes.md"));
        Set<String> roles = new TreeSet<>();
        for (String part : page.split("```yaml\n", -1)) {
            if (part.startsWith("role: ")) {
                Path values = Files.writeString(folder.resolve("values.yaml"), part.split("```", 2)[0]);
                String rendered = new Helm(CHART)
                        .template()
                        .withName("wards")
                        .withKubeVersion("1.32.0")
                        .withValuesFile(values)
                        .call();
                assertTrue(
                        pod(objects(rendered)).getContainers().get(0).getImage().contains("@sha256:"));
                roles.add(part.lines().findFirst().orElseThrow());
            }
        }
        assertEquals(Set.of("role: coordinator", "role: site"), roles);
    }

    /** The page's commands make the secrets and config maps that its values name. */
    @Test
    void commandsOfThePage_makeWhatTheChartMounts() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/kubectl")), "kubectl is not installed");
        List<String> commands = Files.readAllLines(Checkout.ROOT.resolve("docs/guides/kubernetes.md")).stream()
                .filter(line -> line.startsWith("kubectl create "))
                .toList();
        assertEquals(5, commands.size());
        for (String command : commands) {
            List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
            for (String word : words) {
                if (word.startsWith("--from-file=")) {
                    Files.writeString(folder.resolve(word.substring("--from-file=".length())), "content");
                }
            }
            words.addAll(List.of("--dry-run=client", "--output=json"));
            Process process = new ProcessBuilder(words)
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            JsonNode made = new com.fasterxml.jackson.databind.ObjectMapper().readTree(process.getInputStream());
            assertEquals(0, process.waitFor(), command);
            assertEquals(
                    words.stream()
                            .filter(word -> word.startsWith("--from-file="))
                            .count(),
                    made.get("data").size(),
                    command);
        }
    }

    /** Without a cluster {@code kubectl} checks no more than that it can read them. */
    @Test
    void renderedObjects_areReadByKubectl() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/kubectl")), "kubectl is not installed");
        Path folderOfObjects = Files.createDirectory(folder.resolve("objects"));
        Files.writeString(folderOfObjects.resolve("site.yaml"), template("site").call());
        Files.writeString(
                folderOfObjects.resolve("kustomization.yaml"), "resources: [site.yaml]\nnamespace: research\n");
        Process process = new ProcessBuilder("/usr/bin/kubectl", "kustomize", folderOfObjects.toString())
                .redirectError(folder.resolve("errors").toFile())
                .start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        assertEquals(objects(template("site").call()).keySet(), objects(said).keySet());
    }
}
