package io.messina.server.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads {@code messina.yaml}: a flat mapping of options to values. */
final class ConfigurationFile {

  private static final long BYTES_MAX = 1 << 20;

  private final String shown;
  private final Map<String, GivenValue> values = new LinkedHashMap<>();

  private ConfigurationFile(String shown) {
    this.shown = shown;
  }

  /** Values by option; sentences call the file as given. */
  static Map<String, GivenValue> read(Path file, String shown) {
    ConfigurationFile read = new ConfigurationFile(shown);
    read.compose(file).ifPresent(read::addAll);
    return read.values;
  }

  private Optional<Node> compose(Path file) {
    try {
      if (Files.size(file) > BYTES_MAX) {
        throw new ConfigurationException(shown + ": too large (expected: at most 1 MiB)");
      }
      return new Compose(LoadSettings.builder().build()).composeString(Files.readString(file));
    } catch (MarkedYamlEngineException e) {
      String line = e.getProblemMark().map(mark -> ", line " + (mark.getLine() + 1)).orElse("");
      throw new ConfigurationException(shown + line + ": not YAML: " + e.getProblem());
    } catch (CharacterCodingException e) {
      throw new ConfigurationException(shown + ": not UTF-8 (expected: YAML in UTF-8)");
    } catch (YamlEngineException | IOException e) {
      throw new ConfigurationException(shown + ": cannot be read: " + e.getMessage());
    }
  }

  private void addAll(Node root) {
    if (!(root instanceof MappingNode mapping)) {
      throw new ConfigurationException(
          place(root) + ": not a mapping (expected: lines such as port: 8420)");
    }
    mapping.getValue().forEach(this::add);
  }

  private void add(NodeTuple tuple) {
    String place = place(tuple.getKeyNode());
    Option<?> option = OptionNames.byName(place, scalar(place, tuple.getKeyNode()));
    String optionPlace = place + ": " + option.name();
    GivenValue value = new GivenValue(scalar(optionPlace, tuple.getValueNode()), optionPlace);
    if (values.put(option.name(), value) != null) {
      throw new ConfigurationException(optionPlace + ": given twice (expected: once)");
    }
  }

  private static String scalar(String place, Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw new ConfigurationException(place + ": not a single value (expected: one value)");
  }

  private String place(Node node) {
    return shown + node.getStartMark().map(mark -> ", line " + (mark.getLine() + 1)).orElse("");
  }
}
