package io.messina.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The image of a container; there is no engine here that would run it. */
@FullBuild("nothing: a plain build makes no image")
class ImageTest {

  private static final String USER = "8420:8420";

  @TempDir private Path folder;

  @Test
  void its_layers_are_whole_and_it_runs_as_a_user_on_data_of_its_own() throws Exception {
    Shell.assumeRootWith("mmdebstrap", "skopeo", "umoci");
    Path unpacked = folder.resolve("unpacked");
    Shell.run("mkdir", unpacked.toString());
    Shell.run("tar", "-xf", Release.image().toString(), "-C", unpacked.toString());
    String layout = "oci:" + folder.resolve("layout") + ":messina";
    Shell.run("skopeo", "copy", "--quiet", "oci:" + unpacked, layout);
    JsonNode config =
        JsonMapper.shared()
            .readTree(Shell.run("skopeo", "inspect", "--config", layout))
            .required("config");
    assertThat(config.required("User").stringValue()).isEqualTo(USER);
    assertThat(config.required("Volumes").propertyNames()).contains("/data");
    assertThat(config.required("Entrypoint").toString()).contains("/usr/lib/messina/bin/messina");

    Shell.run(
        "umoci",
        "unpack",
        "--image",
        folder.resolve("layout") + ":messina",
        folder.resolve("bundle").toString());
    Chroot container = new Chroot(folder.resolve("bundle/rootfs"), Optional.empty());
    assertThat(container.root().resolve("usr/lib/messina/cache/server.aot")).exists();
    run(container);
  }

  private static void run(Chroot container) throws Exception {
    Map<String, String> environment =
        Map.of(
            "MESSINA_PORT",
            "0",
            "MESSINA_DATA",
            "/data/messina",
            "MESSINA_READY_FILE",
            "/tmp/messina.url");
    try (Chroot.Server server =
        container.serve(USER, "/data", environment, "/usr/lib/messina/bin/messina", "serve")) {
      assertThat(server.text()).doesNotContain("Preparing");
      for (String what : new String[] {"ready", "live"}) {
        container.run("/usr/lib/messina/libexec/healthy", what);
      }
      server.stop();
    }
    assertThat(container.root().resolve("data/messina/FORMAT")).exists();
    assertThat(Files.getAttribute(container.root().resolve("data/messina"), "unix:uid"))
        .isEqualTo(8420);
    assertThat(container.run("bash", "-c", "/usr/lib/messina/libexec/healthy || echo no"))
        .contains("no");
  }
}
