// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.spark;

import org.apache.spark.sql.SparkSession;

/** A Spark inside of the tests' process, with two threads and nothing that listens to others. Ends with them. */
public final class LocalSpark {

    private LocalSpark() {}

    public static SparkSession session() {
        return SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "5")
                .getOrCreate();
    }
}
