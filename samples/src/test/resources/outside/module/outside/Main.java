package outside;

import io.hedgerow.core.data.CsvRowSource;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.method.FederatedMethod;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.simulation.InProcessFederation;
import java.nio.file.Path;
import java.util.List;

/** Learns a network from two files, tells which methods are there, and cannot reach what is internal. */
public final class Main {
    public static void main(String[] files) throws ReflectiveOperationException, InterruptedException {
        RowSource north = CsvRowSource.of(Path.of(files[0]));
        RowSource south = CsvRowSource.of(Path.of(files[1]));
        List<SiteData> sites = List.of(
                SiteData.of(new DatasetIdentity("north"), north), SiteData.of(new DatasetIdentity("south"), south));
        FederatedMethod method = FederatedMethod.FED_SPARSE;
        var network = new InProcessFederation(method, method.recommended(north.schema().size(), 2))
                .run(sites, (round, consensus) -> {})
                .network();
        System.out.println("module " + RowSource.class.getModule().getName());
        System.out.println("edges " + network.edgeCount());
        System.out.println("methods " + Method.names());
        try {
            Class.forName("io.hedgerow.core.internal.method.NonPrivateMethods")
                    .getConstructor()
                    .newInstance();
            System.out.println("internal reached");
        } catch (IllegalAccessException e) {
            System.out.println("internal refused");
        }
    }
}
