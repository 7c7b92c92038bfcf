import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.mustangproject.validator.ZUGFeRDValidator;

/** Writes the report of each given invoice beside it, as FILE.xml. */
public class Mustang {
  public static void main(String[] files) throws Exception {
    for (String file : files) {
      ZUGFeRDValidator validator = new ZUGFeRDValidator();
      Files.write(Path.of(file + ".xml"), validator.validate(file).getBytes(StandardCharsets.UTF_8));
    }
  }
}
