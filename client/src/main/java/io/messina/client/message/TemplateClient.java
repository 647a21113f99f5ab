package io.messina.client.message;

import io.messina.api.message.TemplateDefinition;
import io.messina.api.message.TemplateName;
import io.messina.api.message.TemplateOptions;
import io.messina.client.error.MessinaException;
import io.messina.client.internal.Call;
import io.messina.client.internal.JsonBodies;
import io.messina.client.internal.Query;
import io.messina.client.internal.Transport;
import java.util.List;

/**
 * A template of an account. Its versions do not change. Methods wait for the answer and throw a
 * {@link MessinaException} if it is not good. Safe for use by many threads.
 */
public final class TemplateClient {

  private final Transport transport;
  private final String path;
  private final TemplateName name;

  TemplateClient(Transport transport, String path, TemplateName name) {
    this.transport = transport;
    this.path = path;
    this.name = name;
  }

  /**
   * What it is called.
   *
   * @return the name
   */
  public String name() {
    return name.value();
  }

  /**
   * Makes its first version, or the next one if it is to be another.
   *
   * @param options what it says
   * @return the version that is the latest then
   */
  public TemplateDefinition put(TemplateOptions options) {
    return transport.send(Call.put(path, JsonBodies.record(options)), TemplateDefinition.class);
  }

  /**
   * The latest version.
   *
   * @return what it says, and which parameters it has
   * @throws MessinaException.NotFound if it is not there
   */
  public TemplateDefinition get() {
    return transport.send(Call.get(path), TemplateDefinition.class);
  }

  /**
   * A version.
   *
   * @param version from 1
   * @return what it says, and which parameters it has
   * @throws MessinaException.NotFound if it is not there
   */
  public TemplateDefinition get(int version) {
    return transport.send(
        Call.get(path + Query.NONE.with("version", version)), TemplateDefinition.class);
  }

  /**
   * All versions.
   *
   * @return by their numbers
   */
  public List<TemplateDefinition> versions() {
    return transport.list(path + "/versions", "versions", TemplateDefinition.class);
  }

  /**
   * Deletes it with all its versions.
   *
   * @throws MessinaException.NotFound if it is not there
   */
  public void delete() {
    transport.sendForNothing(Call.delete(path));
  }
}
