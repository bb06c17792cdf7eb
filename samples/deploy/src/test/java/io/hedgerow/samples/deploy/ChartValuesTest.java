// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values of the chart are in its objects, or are refused. */
@Tag("slow")
class ChartValuesTest {

    @TempDir
    Path folder;

    @Test
    void rulesAddressesAndVolumesOfOnesOwn_areInTheObjects() throws Exception {
        Path values = Files.writeString(folder.resolve("values.yaml"), """
                service: {type: NodePort}
                networkPolicy: {egress: [{ports: [{protocol: TCP, port: 5432}]}]}
                extraVolumes: [{name: authorities, configMap: {name: wards-authorities}}]
                extraVolumeMounts: [{name: authorities, mountPath: /etc/hedgerow/authorities, readOnly: true}]
                """);
        for (String role : List.of("coordinator", "site")) {
            Map<String, HasMetadata> objects = ChartTest.objects(
                    ChartTest.template(role).withValuesFile(values).call());
            List<?> egress =
                    ChartTest.only(objects, NetworkPolicy.class).getSpec().getEgress();
            assertEquals(role.equals("site") ? 3 : 1, egress.size());
            assertTrue(egress.get(egress.size() - 1).toString().contains("5432"), egress.toString());
            assertTrue(ChartTest.pod(objects).getVolumes().stream()
                    .anyMatch(volume -> volume.getName().equals("authorities")));
            assertTrue(ChartTest.pod(objects).getContainers().get(0).getVolumeMounts().stream()
                    .anyMatch(mount -> mount.getMountPath().equals("/etc/hedgerow/authorities")));
            if (role.equals("coordinator")) {
                assertEquals(
                        "Local",
                        ChartTest.only(objects, Service.class).getSpec().getExternalTrafficPolicy());
            }
        }
        Service inside = ChartTest.only(
                ChartTest.objects(ChartTest.template("coordinator").call()), Service.class);
        assertEquals(null, inside.getSpec().getExternalTrafficPolicy());
    }

    @Test
    void valuesThatCannotBe_areRefused_withWhatIsNeeded() {
        for (String[] wrong : new String[][] {
            {"role", "server", "role"},
            {"image.digest", "latest", "digest"},
            {"service.externalTrafficPolicy", "Remote", "externalTrafficPolicy"},
            {"state.accessMode", "ReadWriteMany", "accessMode"},
            {"site.coordinator", "hub.example.org", "coordinator"},
            {"site.name", "", "site.name must be the site's name in the plan"},
            {"identity.secret", "", "identity.secret must be a secret with keys and certificate"},
            {"probs.enabled", "false", "probs"}
        }) {
            RuntimeException refused = assertThrows(
                    RuntimeException.class,
                    () -> ChartTest.template("site").set(wrong[0], wrong[1]).call(),
                    wrong[0]);
            assertTrue(String.valueOf(refused.getMessage()).contains(wrong[2]), refused.getMessage());
        }
    }

    @Test
    void siteWithoutRows_isRefused() throws Exception {
        Path values = Files.writeString(folder.resolve("values.yaml"), "data: {volume: null}\n");
        RuntimeException refused = assertThrows(
                RuntimeException.class,
                () -> ChartTest.template("site").withValuesFile(values).call());
        assertTrue(
                String.valueOf(refused.getMessage()).contains("data.volume must be a volume with the rows"),
                refused.getMessage());
    }
}
