rockspec_format = "3.0"
package = "app"
source = { url = "git://example.com/app" }
