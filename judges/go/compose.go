// Reads a compose file as `docker compose config` does, with the loader of that program, and prints what it means.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions(os.Args[1:], cli.WithOsEnv, cli.WithResolvedPaths(true), cli.WithName("clairisque"))
	if err == nil {
		project, loaded := options.LoadProject(context.Background())
		if loaded == nil {
			text, written := project.MarshalYAML()
			fmt.Print(string(text))
			loaded = written
		}
		err = loaded
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
